import type { Sharp } from "sharp"
import { escapeHtml } from "#primitives/html.ts"
import { latinLetters } from "#primitives/latin.ts"
import { fontsFor } from "./name-fonts.ts"
import type { Drawn } from "./piece.ts"

interface Space {
  width: number
  height: number
  /** The largest font size, in pixels; longer names are set smaller. */
  size: number
  color: string
}

/**
 * Renders a name as an image: satori neither joins Arabic letters nor writes from right to left, but Pango (in sharp)
 * supports every script. A letter that no font has is replaced by Latin letters.
 */
export async function drawName(name: string, { width, height, size: largest, color }: Space): Promise<Drawn> {
  const { default: sharp } = await import("sharp")
  const { missing } = await fontsFor(name)
  const text = [...name].map((letter) => (missing.has(letter) ? latinLetters(letter) : letter)).join("")
  const { font, files } = await fontsFor(text)
  for (const file of files) await register(sharp, file)
  const written = `<span foreground="${color}" insert_hyphens="false">${escapeHtml(text)}</span>`
  const drawn = (size: number, wrap: "word" | "word-char") =>
    sharp({ text: { text: written, font: `${font} ${size}px`, width, wrap, rgba: true, dpi: 72 } })
      .png()
      .toBuffer({ resolveWithObject: true })
  const smallest = Math.max(20, Math.round(largest * 0.48))
  let size = largest
  let found = await drawn(size, "word")
  while ((found.info.width > width || found.info.height > height) && size > smallest) {
    size = Math.max(smallest, Math.round(size * 0.9))
    found = await drawn(size, "word")
  }
  // A single word that is longer than the line at the smallest size.
  if (found.info.width > width) found = await drawn(size, "word-char")
  const { data, info } = found
  return { src: `data:image/png;base64,${data.toString("base64")}`, width: info.width, height: info.height }
}

const registered = new Map<string, Promise<unknown>>()

/** Registers a font file with Pango, for the lifetime of the process. */
function register(sharp: (options: { text: { text: string; fontfile: string } }) => Sharp, file: string) {
  const done =
    registered.get(file) ??
    sharp({ text: { text: "x", fontfile: file } })
      .raw()
      .toBuffer()
  registered.set(file, done)
  return done
}
