import { type PointerEvent, useEffect, useId, useRef, useState } from "react"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { type Cut, cutSquare, squareOf } from "./cut-square.ts"

/** Pixels of a side of the preview, and of what is sent. */
const previewSide = 288
const sentSide = 1024

const middle: Cut = { zoom: 1, x: 0, y: 0 }

/** Chooses a file, lets the member place a square in it by dragging, sliders or keys, and hands on the square. */
export function ChoosePhoto({
  label,
  onChosen,
}: {
  label: string
  /** Answers whether it was taken. */
  onChosen: (square: Blob) => Promise<boolean>
}) {
  const id = useId()
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
    // A share of what is outside of the square, so that the picture follows the pointer.
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
    setBusy(true)
    const square = await cutSquare(picture, cut, sentSide)
    if (square && (await onChosen(square))) setPicture(null)
    setBusy(false)
  }

  return (
    <>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div>
        <label htmlFor={`${id}-file`} className="label mb-2 block">
          {label}
        </label>
        <input
          id={`${id}-file`}
          type="file"
          accept="image/*"
          className="block w-full min-h-11 text-small file:label file:mr-4 file:min-h-11 file:cursor-pointer file:border-2 file:border-current file:bg-transparent file:px-4"
          onChange={(event) => {
            void open(event.currentTarget.files?.[0])
            event.currentTarget.value = ""
          }}
        />
      </div>
      {picture && (
        <div className="grid justify-items-start gap-4">
          <canvas
            ref={canvas}
            width={previewSide * 2}
            height={previewSide * 2}
            role="img"
            aria-label="The square that others will see"
            className="size-72 cursor-move touch-none bg-raised"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
          {(
            [
              ["zoom", "Nearer", 1, 4],
              ["x", "Left and right", -1, 1],
              ["y", "Up and down", -1, 1],
            ] as const
          ).map(([name, text, min, max]) => (
            <label key={name} className="grid w-72 gap-1 text-small">
              {text}
              <input
                type="range"
                min={min}
                max={max}
                step={0.02}
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
            <Button look="quiet" onClick={() => setPicture(null)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
