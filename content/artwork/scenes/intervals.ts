import { drawMark, markSize } from "../mark.ts"
import { rect } from "../pen.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** One line per repetition: the work from the left edge, the rest after it, both as long as they took. */
export function intervals(sheet: Sheet, draw: SceneNamed<"intervals">): string {
  const { width, height, margin, ground, random } = sheet
  const box = { x: margin, y: height - margin, maxWidth: width - 2 * margin, maxHeight: height * 0.26 }
  const floor = height - margin * 1.8 - markSize(draw.mark, box).height
  const pitch = (floor - margin) / draw.repeats
  const tall = pitch * 0.72
  const works = Array.from(
    { length: draw.repeats },
    (_, i) => draw.workS * (1 + (i / draw.repeats) * 0.14 + between(random, -0.09, 0.09)),
  )
  const longest = Math.max(...works) + draw.restS * 1.15
  const quickest = Math.min(...works)
  let out = ""
  for (const [index, work] of works.entries()) {
    const y = margin + index * pitch
    const w = ((width + margin) * work) / longest
    const rest = ((width + margin) * draw.restS * between(random, 0.82, 1.1)) / longest
    out += rect(-10, y, w + 10, tall, work === quickest ? ground.accent : ground.line)
    out += rect(w + tall * 0.18, y, Math.max(4, rest - tall * 0.3), tall, ground.soft)
    out += rect(w + tall * 0.18, y, Math.max(3, tall * 0.12), tall, ground.middle)
  }
  return out + drawMark(draw.mark, box, ground.mark)
}
