import { drawMark } from "../mark.ts"
import { dot, type Point, simplify, stroke, through } from "../pen.ts"
import { between, noiseFrom } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

const lines = 34

/**
 * Lines of water, wider apart toward the viewer, that part at the swimmer and close again behind. A longer distance
 * leaves a longer wake.
 */
export function water(sheet: Sheet, draw: SceneNamed<"water">): string {
  const { width, height, margin, ground, random } = sheet
  const noise = noiseFrom(random)
  const swimmer = {
    x: width * between(random, 0.58, 0.76),
    line: Math.round(lines * between(random, 0.36, 0.46)),
  }
  const wake = width * (0.2 + Math.min(0.55, draw.meters / 9000))
  const restOf = (index: number) => height * (0.06 + 1.02 * (index / lines) ** 1.5)
  const level = restOf(swimmer.line)
  let out = ""
  let swum: Point[] = []
  for (let index = 0; index <= lines; index++) {
    const rest = restOf(index)
    const pitch = restOf(index + 1) - rest
    const points: Point[] = []
    for (let x = -8; x <= width + 8; x += 8) {
      const away = rest - level
      const behind = swimmer.x - x
      // Inside the wake the lines are pushed apart; a short bow wave is ahead of the swimmer.
      const along = behind > 0 ? Math.exp(-behind / wake) : Math.exp(behind / (width * 0.04))
      const opening = height * 0.045 + Math.max(0, behind) * 0.16
      const push = Math.sign(away) * Math.exp(-((away / opening) ** 2)) * height * 0.055 * along
      const swell =
        noise((x / width) * 2.6, index * 0.21) * pitch * 1.25 +
        noise((x / width) * 8, 60 + index * 0.4) * pitch * 0.2
      points.push([x, rest + swell * (index === swimmer.line ? 0.4 : 1) + push])
    }
    if (index === swimmer.line) swum = points.filter(([x]) => x <= swimmer.x)
    else
      out += stroke(
        through(simplify(points, 0.8)),
        index % 5 === 2 ? ground.line : ground.middle,
        1.5 + pitch * 0.11,
      )
  }
  const path = through(simplify(swum, 0.8))
  const [x, y] = swum.at(-1) ?? [0, 0]
  const thick = Math.min(width, height) * 0.016
  const box = {
    x: margin,
    y: height - margin,
    maxWidth: (width - 2 * margin) * 0.74,
    maxHeight: height * 0.22,
  }
  return (
    out +
    stroke(path, ground.casing, thick * 2.1) +
    dot(x, y, thick * 2.6, ground.casing) +
    stroke(path, ground.track, thick) +
    dot(x, y, thick * 2, ground.track) +
    drawMark(draw.mark, box, ground.mark, ground.sheet)
  )
}
