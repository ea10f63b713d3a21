import { useState } from "react"
import { saveFile } from "../forms/save-file.ts"
import { Button } from "../ui/button.tsx"
import { useReady } from "../ui/use-ready.ts"

/** A card to share: its picture, wide or tall, is passed to the device's share sheet if there is one, or saved. */
export function ShareCard(props: {
  /** Address without the extension: "/cards/athletes/ana". */
  card: string
  /** Alternative text of the picture. */
  alt: string
  /** Name of the saved file, without the extension. */
  name: string
}) {
  const ready = useReady()
  const [said, setSaid] = useState("")
  const handOn = async (format: "wide" | "tall") => {
    setSaid("")
    try {
      const answer = await fetch(`${props.card}${format === "tall" ? ".tall" : ""}.png`)
      if (!answer.ok) throw new Error(String(answer.status))
      const file = new File([await answer.blob()], `${props.name}.png`, { type: "image/png" })
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] })
      else saveFile(file.name, file)
    } catch (error) {
      // Closing the sheet is a choice, not an error.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setSaid("That did not work. Hold the picture to save it, or try again.")
    }
  }
  return (
    <div>
      <img
        src={`${props.card}.png`}
        width={1200}
        height={630}
        loading="lazy"
        alt={props.alt}
        className="h-auto w-full max-w-2xl border border-line"
      />
      {ready && (
        <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
          <Button look="quiet" onClick={() => void handOn("wide")}>
            Share the picture
          </Button>
          <Button look="quiet" onClick={() => void handOn("tall")}>
            Share it as a story
          </Button>
        </div>
      )}
      <p role="status" className="text-small text-muted">
        {said}
      </p>
    </div>
  )
}
