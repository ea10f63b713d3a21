import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { Button } from "../../ui/button.tsx"
import { codeReader } from "./read-code.ts"

/** How often the picture is looked at. */
const everyMs = 200

/**
 * Reads the code of a mail with the camera and opens the person's page, which checks them in. Shown only by browsers that
 * give pages a camera; no picture leaves the phone.
 * @param begins what the codes of this site begin with, before the token
 */
export function Camera({ begins }: { begins: string }) {
  const [can, setCan] = useState(false)
  const [on, setOn] = useState(false)
  const [problem, setProblem] = useState("")
  const video = useRef<HTMLVideoElement>(null)
  const navigate = useNavigate()
  useEffect(() => setCan("mediaDevices" in navigator), [])
  useEffect(() => {
    if (!on) return
    const reader = codeReader()
    let stream: MediaStream | undefined
    let timer = 0
    let over = false
    const look = async () => {
      const picture = video.current
      const read = await reader
      const codes = picture && picture.readyState >= 2 ? await read(picture).catch(() => []) : []
      if (over) return
      const token = codes.map((code) => tokenIn(code, begins)).find(Boolean)
      if (token) return void navigate(`/events/check-in/${token}`)
      if (codes.length > 0) setProblem("That is not a code of a spot.")
      timer = window.setTimeout(look, everyMs)
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: "environment" } })
      .then(async (given) => {
        stream = given
        if (over) return stop(given)
        if (!video.current) return
        video.current.srcObject = given
        await video.current.play()
        await look()
      })
      .catch(() => {
        setOn(false)
        setProblem("The camera is not available. Allow it for this site, or type the code.")
      })
    return () => {
      over = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [on, begins, navigate])
  if (!can) return null
  return (
    <div className="mb-6 grid max-w-sm gap-3">
      {on && (
        <video
          ref={video}
          muted
          playsInline
          aria-label="The camera"
          className="aspect-square w-full bg-ink object-cover"
        />
      )}
      <Button type="button" look={on ? "quiet" : "main"} data-key="c" onClick={() => setOn(!on)}>
        {on ? "Stop the camera" : "Scan with the camera"}
      </Button>
      <p role="status" className="text-small text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}

function tokenIn(code: string, begins: string): string | undefined {
  const token = code.startsWith(begins) ? code.slice(begins.length) : ""
  return /^[0-9a-f]{40}$/.test(token) ? token : undefined
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
