import { glyphs } from "./glyphs.ts"

/** Height of the figures above the baseline, in em thousandths. */
const capHeight = 699
const tracking = -18

/** The width of `text` at one thousand units per em. */
function markWidth(text: string): number {
  let width = 0
  for (const char of text) width += (glyphs[char]?.advance ?? 0) + tracking
  return width - tracking
}

interface MarkBox {
  x: number
  /** Baseline. */
  y: number
  /** The largest size at which the text fits both. */
  maxWidth: number
  maxHeight: number
  align?: "left" | "center"
}

/** The position and size of a mark in its box. */
export function markSize(
  text: string,
  box: MarkBox,
): { scale: number; width: number; height: number; left: number } {
  const scale = Math.min(box.maxWidth / markWidth(text), box.maxHeight / capHeight)
  const width = markWidth(text) * scale
  return { scale, width, height: capHeight * scale, left: box.align === "center" ? box.x - width / 2 : box.x }
}

/**
 * The number of a picture as outlines.
 * @param halo color of an outline that separates the figures from the background; no outline when omitted
 */
export function drawMark(text: string, box: MarkBox, color: string, halo?: string): string {
  const { scale, left } = markSize(text, box)
  let x = 0
  let data = ""
  for (const char of text) {
    const glyph = glyphs[char]
    if (!glyph) throw new Error(`No outline for '${char}' in the mark '${text}'`)
    data += `<path transform="translate(${x} 0)" d="${glyph.path}"/>`
    x += glyph.advance + tracking
  }
  const place = `transform="translate(${Math.round(left)} ${Math.round(box.y)}) scale(${scale.toFixed(4)})"`
  const around = halo
    ? `<g ${place} fill="${halo}" stroke="${halo}" stroke-width="${Math.round(20 / scale)}" stroke-linejoin="round">${data}</g>`
    : ""
  return `${around}<g ${place} fill="${color}">${data}</g>`
}
