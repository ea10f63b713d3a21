import { drawMark } from "../mark.ts"
import { stroke } from "../pen.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** One arc per leg, as long as its share of the longest; the last leg is bright. */
export function rings(sheet: Sheet, draw: SceneNamed<"rings">): string {
  const { width, height, margin, ground, random } = sheet
  const size = Math.min(width, height)
  const center = {
    x: width > height ? width * 0.72 : width * 0.56,
    y: width > height ? height * 0.5 : height * 0.4,
  }
  const outer = width > height ? size * 0.58 : size * 0.55
  const band = (outer * 0.72) / draw.legs.length
  const longest = Math.max(...draw.legs)
  const turn = between(random, -0.35, -0.1)
  let out = ""
  for (const [index, leg] of draw.legs.entries()) {
    const radius = outer - band * (index + 0.5)
    const sweep = 0.06 + 0.8 * (leg / longest)
    const last = index === draw.legs.length - 1
    out += ring(center, radius, ground.soft, band * 0.78)
    out += stroke(
      arc(center, radius, turn, turn + sweep),
      last ? ground.accent : index % 2 ? ground.middle : ground.line,
      band * 0.78,
    )
    // A tick for every ten minutes.
    const ticks = Math.floor(leg / 10)
    for (let tick = 1; tick <= ticks; tick++) {
      const a = (turn + (sweep * tick * 10) / leg) * 2 * Math.PI
      const from = radius - band * 0.39
      const to = radius - band * 0.14
      const at = (r: number) =>
        `${Math.round(center.x + Math.cos(a) * r)} ${Math.round(center.y + Math.sin(a) * r)}`
      out += stroke(`M${at(from)}L${at(to)}`, ground.sheet, 3)
    }
  }
  const box = {
    x: margin,
    y: height - margin,
    maxWidth: (width - 2 * margin) * (width > height ? 0.42 : 0.86),
    maxHeight: height * 0.22,
  }
  return out + drawMark(draw.mark, box, ground.mark, ground.sheet)
}

/** Path of an arc between two shares of a full turn. */
function arc(center: { x: number; y: number }, radius: number, from: number, to: number): string {
  const r = Math.round(radius)
  const at = (turn: number) => {
    const angle = turn * 2 * Math.PI
    return `${Math.round(Math.round(center.x) + Math.cos(angle) * r)} ${Math.round(Math.round(center.y) + Math.sin(angle) * r)}`
  }
  return `M${at(from)}A${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}`
}

function ring(center: { x: number; y: number }, radius: number, color: string, width: number): string {
  const n = Math.round
  return `<circle cx="${n(center.x)}" cy="${n(center.y)}" r="${n(radius)}" fill="none" stroke="${color}" stroke-width="${n(width)}"/>`
}
