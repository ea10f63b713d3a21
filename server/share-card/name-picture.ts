import type { Sharp } from "sharp"
import { escapeHtml } from "#primitives/html.ts"
import { latinLetters } from "#primitives/latin.ts"
import type { Drawn } from "./layout.ts"
import { fontsFor } from "./name-fonts.ts"

interface Space {
  width: number
  height: number
  /** The largest type, in pixels; longer names get smaller. */
  size: number
  color: string
}

/**
 * A name as a picture: satori neither joins Arabic letters nor writes from right to left, Pango (in sharp) writes every script. A
 * letter that no font has is written in Latin letters.
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
  // One word that is longer than the line in the smallest type.
  if (found.info.width > width) found = await drawn(size, "word-char")
  const { data, info } = found
  return { src: `data:image/png;base64,${data.toString("base64")}`, width: info.width, height: info.height }
}

const registered = new Map<string, Promise<unknown>>()

/** Makes a font file known to Pango, for as long as the process lives. */
function register(sharp: (options: { text: { text: string; fontfile: string } }) => Sharp, file: string) {
  const done =
    registered.get(file) ??
    sharp({ text: { text: "x", fontfile: file } })
      .raw()
      .toBuffer()
  registered.set(file, done)
  return done
}
