import { drawMark } from "../mark.ts"
import { dot, stroke } from "../pen.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** A year of weeks as spokes around the number; `peak` is the position of the longest ones in the year. */
export function wheel(sheet: Sheet, draw: SceneNamed<"wheel">): string {
  const { width, height, ground, random } = sheet
  const center = { x: width / 2, y: height / 2 }
  const outer = Math.hypot(width, height) * 0.46
  const inner = Math.min(width, height) * 0.25
  const values = Array.from({ length: draw.weeks }, (_, week) => {
    const at = week / (draw.weeks - 1)
    const build = at <= draw.peak ? at / draw.peak : 1 - ((at - draw.peak) / (1 - draw.peak || 1)) * 0.75
    const easy = week % 4 === 3 ? 0.68 : 1
    return (0.12 + 0.82 * build) * easy * between(random, 0.9, 1.06)
  })
  const best = Math.max(...values)
  const line = ((2 * Math.PI * inner) / draw.weeks) * 0.66
  let out = ""
  let plain = ""
  let quiet = ""
  for (const [week, value] of values.entries()) {
    const angle = (week / draw.weeks) * 2 * Math.PI - Math.PI / 2
    const at = (r: number) =>
      `${Math.round(center.x + Math.cos(angle) * r)} ${Math.round(center.y + Math.sin(angle) * r)}`
    const spoke = `M${at(inner)}L${at(inner + (outer - inner) * value)}`
    if (value === best) out += stroke(spoke, ground.accent, line * 1.9)
    else if (week % 4 === 3) quiet += spoke
    else plain += spoke
  }
  const ring = dot(center.x, center.y, inner * 0.94, ground.sheet)
  const box = {
    x: center.x,
    y: center.y + inner * 0.2,
    maxWidth: inner * 1.56,
    maxHeight: inner * 0.62,
    align: "center" as const,
  }
  return (
    stroke(plain, ground.line, line) +
    stroke(quiet, ground.middle, line) +
    out +
    ring +
    drawMark(draw.mark, box, ground.mark)
  )
}
