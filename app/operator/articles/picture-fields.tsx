import { type DragEvent, useRef, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Line } from "../frame/fields.tsx"

const formats = "image/jpeg,image/png,image/webp,image/heic,image/avif"

/**
 * A picture for the text or for the head: chosen, or dropped on this part of the form. What it shows has to be written before
 * it is added. Without scripts it is chosen.
 */
export function PictureFields(props: {
  /** Where it goes in the text; null: at the end. */
  caret: number | null
  sending: boolean
  /** The picture that is at the head now. */
  head: { src: string; alt: string } | undefined
}) {
  const { caret, sending, head } = props
  const file = useRef<HTMLInputElement>(null)
  const description = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!file.current || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    file.current.files = event.dataTransfer.files
    description.current?.focus()
  }
  return (
    <fieldset
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`grid gap-2 border-2 border-dashed p-3 ${isOver ? "border-text bg-surface" : "border-line"}`}
    >
      <legend className="px-1 text-muted">A picture</legend>
      <input type="hidden" name="at" value={caret ?? ""} />
      <label>
        <span className="text-muted">
          Drop it here or choose it: JPEG, PNG, WebP or HEIC. We make its sizes and remove where it was taken.
        </span>
        <input
          ref={file}
          type="file"
          name="picture"
          accept={formats}
          className="mt-1 block min-h-11 w-full py-2"
        />
      </label>
      <Line
        label="What it shows, for people who cannot see it (required)"
        ref={description}
        name="description"
        maxLength={300}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="do" value="picture" look="quiet" disabled={sending}>
          Add it to the text
        </Button>
        <Button type="submit" name="do" value="head" look="quiet" disabled={sending}>
          {head ? "Replace the picture at the head" : "Put it at the head"}
        </Button>
      </div>
      {head && (
        <div className="mt-2 flex flex-wrap items-end gap-3">
          <img src={`${head.src}?width=510`} alt="" className="h-20 w-auto border border-line" />
          <Line
            label="What the picture at the head shows"
            name="alt"
            defaultValue={head.alt}
            maxLength={300}
            wrap="grow"
          />
        </div>
      )}
    </fieldset>
  )
}
