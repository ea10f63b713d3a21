import { drawMark, markSize } from "../mark.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** One small running track per lap. The faster the lap, the thicker its line; the two quickest are filled. */
export function laps(sheet: Sheet, draw: SceneNamed<"laps">): string {
  const { width, height, margin, ground, random } = sheet
  const box = { x: margin, y: height - margin, maxWidth: width - 2 * margin, maxHeight: height * 0.26 }
  const floor = height - margin * 1.8 - markSize(draw.mark, box).height
  const room = { w: width - 2 * margin, h: floor - margin }
  let columns = 1
  let best = 0
  for (let count = 1; count <= draw.laps; count++) {
    const size = Math.min(room.w / count, (room.h / Math.ceil(draw.laps / count)) * 1.75)
    if (size > best) {
      best = size
      columns = count
    }
  }
  const rows = Math.ceil(draw.laps / columns)
  const cell = { w: room.w / columns, h: room.h / rows }
  const w = Math.min(cell.w * 0.86, cell.h * 0.84 * 2)
  const h = Math.min(cell.h * 0.84, w * 0.62)
  const quick = Array.from(
    { length: draw.laps },
    (_, i) => 0.35 + 0.5 * Math.abs(i / draw.laps - 0.42) + between(random, 0, 0.25),
  )
  const sorted = [...quick].sort((a, b) => b - a)
  const second = sorted[1] ?? 0
  let out = ""
  for (const [index, value] of quick.entries()) {
    const x = margin + (index % columns) * cell.w + (cell.w - w) / 2
    const y = margin + Math.floor(index / columns) * cell.h + (cell.h - h) / 2
    const filled = value >= second
    const line = h * (0.06 + 0.17 * value)
    out += oval(
      x + line / 2,
      y + line / 2,
      w - line,
      h - line,
      filled ? ground.accent : "none",
      ground.line,
      line,
    )
    const inner = filled ? ground.line : "none"
    out += oval(
      x + w * 0.21,
      y + h * 0.38,
      w * 0.58,
      h * 0.24,
      inner,
      filled ? ground.line : ground.middle,
      2,
    )
  }
  return out + drawMark(draw.mark, box, ground.mark)
}

function oval(x: number, y: number, w: number, h: number, fill: string, line: string, width: number): string {
  const n = (value: number) => String(Math.round(value * 10) / 10)
  const drawn = width > 0 ? ` stroke="${line}" stroke-width="${n(width)}"` : ""
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(h / 2)}" fill="${fill}"${drawn}/>`
}
