import { drawMark, markSize } from "../mark.ts"
import { rect } from "../pen.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** One bar per split, from edge to edge; the quickest stands out. A longer split is a taller bar. */
export function splits(sheet: Sheet, draw: SceneNamed<"splits">): string {
  const { width, height, margin, ground, random } = sheet
  const box = { x: margin, y: height - margin, maxWidth: width - 2 * margin, maxHeight: height * 0.3 }
  const floor = height - margin * 1.7 - markSize(draw.mark, box).height
  const seconds = Array.from({ length: draw.count }, (_, index) => {
    const along = draw.count === 1 ? 0 : index / (draw.count - 1)
    // Runners settle early and move late, so the drift bends instead of running straight.
    return draw.secondsPer * (1 + draw.drift * along ** 1.8 + between(random, -0.012, 0.012))
  })
  const quickest = Math.min(...seconds)
  // An even effort must look even: small differences are not scaled to the full height.
  const spread = Math.max(Math.max(...seconds) - quickest, draw.secondsPer * 0.16)
  const pitch = (width - 2 * margin) / draw.count
  const gap = Math.max(2, pitch * 0.22)
  let out = ""
  for (const [index, value] of seconds.entries()) {
    const share = (value - quickest) / spread
    const tall = (floor - margin) * (0.34 + 0.66 * share ** 0.85)
    const x = margin + index * pitch
    const best = value === quickest
    out += rect(
      x,
      floor - tall,
      pitch - gap,
      tall,
      best ? ground.accent : share > 0.8 ? ground.middle : ground.line,
    )
    if (best) out += rect(x, margin, pitch - gap, floor - tall - margin - gap, ground.soft)
  }
  return out + drawMark(draw.mark, box, ground.mark)
}
