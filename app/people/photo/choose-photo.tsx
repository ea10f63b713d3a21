import { type PointerEvent, useEffect, useRef, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useReady } from "../../ui/use-ready.ts"
import { type Cut, cutSquare, squareOf } from "./cut-square.ts"

/** Side lengths in pixels of the preview and of the uploaded square. */
const previewSide = 288
const sentSide = 1024

const middle: Cut = { zoom: 1, x: 0, y: 0 }

/** Chooses a file, lets the member place a square in it by dragging, sliders or keys, and passes the square on. */
export function ChoosePhoto({
  label,
  onChosen,
}: {
  label: string
  /** Returns whether it was accepted. */
  onChosen: (square: Blob) => Promise<boolean>
}) {
  const ready = useReady()
  const picker = useRef<HTMLInputElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [cut, setCut] = useState(middle)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (!picture) return
    const { left, top, side } = squareOf(picture, cut)
    const area = canvas.current?.getContext("2d")
    area?.drawImage(picture, left, top, side, side, 0, 0, previewSide * 2, previewSide * 2)
  }, [picture, cut])

  async function open(file: File | undefined) {
    setProblem(null)
    if (!file) return
    try {
      setPicture(await createImageBitmap(file))
      setCut(middle)
    } catch {
      setProblem("Your browser cannot read this file. Try a JPEG, PNG or WebP.")
    }
  }

  function drag(event: PointerEvent) {
    if (!picture || event.buttons !== 1) return
    const { side } = squareOf(picture, cut)
    // A share of the part outside the square, so that the picture follows the pointer.
    const share = (moved: number, length: number) =>
      length > side ? (-2 * moved * (side / previewSide)) / (length - side) : 0
    const within = (value: number) => Math.max(-1, Math.min(1, value))
    setCut({
      ...cut,
      x: within(cut.x + share(event.movementX, picture.width)),
      y: within(cut.y + share(event.movementY, picture.height)),
    })
  }

  async function send() {
    if (!picture || busy) return
    setProblem(null)
    setBusy(true)
    const square = await cutSquare(picture, cut, sentSide)
    if (square && (await onChosen(square))) setPicture(null)
    setBusy(false)
  }

  return (
    <>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept="image/*"
        onChange={(event) => {
          void open(event.currentTarget.files?.[0])
          // Allow choosing the same file again.
          event.currentTarget.value = ""
        }}
      />
      <Button
        look={picture ? "quiet" : "plain"}
        disabled={!ready}
        className="justify-self-start"
        onClick={() => picker.current?.click()}
      >
        {picture ? "Choose another file" : label}
      </Button>
      {picture && (
        <div className="grid justify-items-start gap-4">
          <canvas
            ref={canvas}
            width={previewSide * 2}
            height={previewSide * 2}
            role="img"
            aria-label="The square others will see"
            className="size-72 cursor-move touch-none bg-raised"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
          {(
            [
              ["zoom", "Zoom", 1, 4, true],
              ["x", "Left and right", -1, 1, picture.width > squareOf(picture, cut).side],
              ["y", "Up and down", -1, 1, picture.height > squareOf(picture, cut).side],
            ] as const
          ).map(([name, text, min, max, hasRoom]) => (
            <label key={name} className={`grid w-72 gap-1 text-small ${hasRoom ? "" : "opacity-50"}`}>
              {text}
              <input
                type="range"
                min={min}
                max={max}
                step={0.02}
                disabled={!hasRoom}
                value={cut[name]}
                onChange={(event) => setCut({ ...cut, [name]: Number(event.currentTarget.value) })}
                className="h-11 w-full accent-current"
              />
            </label>
          ))}
          <div className="flex flex-wrap gap-3">
            <Button look="plain" aria-disabled={busy || undefined} onClick={() => void send()}>
              {busy ? "One moment…" : "Use this square"}
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                setPicture(null)
                setProblem(null)
              }}
            >
              Cancel
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
