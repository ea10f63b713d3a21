import { ink } from "../grounds.ts"
import { drawMark, markSize } from "../mark.ts"
import { fill, type Point, simplify, stroke, through } from "../pen.ts"
import { between, noiseFrom } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

const layers = 7

/** Layered elevation profiles. The steeper the course (meters of climb per kilometer), the higher the front one. */
export function ridge(sheet: Sheet, draw: SceneNamed<"ridge">): string {
  const { width, height, margin, ground, random } = sheet
  const noise = noiseFrom(random)
  const steep = Math.min(1, draw.climbM / draw.km / 90)
  const peakAt = between(random, 0.5, 0.76)
  const farPeak = between(random, 0.1, 0.4)
  const box = { x: margin, y: height - margin, maxWidth: (width - 2 * margin) * 0.8, maxHeight: height * 0.2 }
  const clear = height - margin * 1.5 - markSize(draw.mark, box).height
  // On a dark sheet the course is volt; on a light one it is ink, with a bright edge.
  const dark = ground.mark !== ink
  let out = ""
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const front = layer === layers - 1
    const base = height * (0.3 + 0.36 * depth)
    const lift = height * (front ? 0.13 + 0.17 * steep : 0.17 - 0.06 * depth)
    const points: Point[] = []
    for (let x = -10; x <= width + 10; x += 5) {
      const at = x / width
      const rough =
        noise(at * (2.4 + layer * 0.7) + layer * 19, layer * 7.3) * 0.75 +
        noise(at * 15 + layer * 5, 40 + layer) * 0.1
      const center = front ? peakAt : farPeak + depth * 0.5
      const reach = front ? 0.34 - 0.14 * steep : 0.24
      const climb = Math.exp(-(((at - center) / reach) ** 2)) * (front ? 0.7 + steep : 0.55)
      const y = base - lift * (rough + climb)
      // The course never dips into the figures: a smooth minimum with the line above them.
      points.push([x, front ? clear - 18 * Math.log1p(Math.exp((clear - y) / 18)) : y])
    }
    const edge = simplify(points, 0.9)
    const shape = through([...edge, [width + 10, height + 10], [-10, height + 10]], true)
    if (front) {
      out += fill(shape, dark ? ground.accent : ground.line)
      out += stroke(through(edge), dark ? ground.line : ground.accent, width * 0.013)
    } else {
      out += fill(shape, layer % 2 ? ground.soft : ground.sheet)
      out += stroke(through(edge), ground.middle, 2)
    }
  }
  return out + drawMark(draw.mark, box, dark ? ink : ground.sheet)
}
