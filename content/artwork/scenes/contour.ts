import { contourLines } from "../contours.ts"
import { drawMark } from "../mark.ts"
import { dot, type Point, round, simplify, stroke, through } from "../pen.ts"
import { between, noiseFrom } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** A map: the steeper the course, the closer the lines. The route crosses it with a ring at the start and a dot at the end. */
export function contour(sheet: Sheet, draw: SceneNamed<"contour">): string {
  const { width, height, margin, ground, random } = sheet
  const noise = noiseFrom(random)
  const step = width / 76
  const columns = Math.ceil(width / step) + 3
  const rows = Math.ceil(height / step) + 3
  const summits = [0, 1].map((index) => ({
    x: width * between(random, index ? 0.55 : 0.1, index ? 0.95 : 0.5),
    y: height * between(random, 0.08, 0.6),
    size: width * between(random, 0.2, 0.38),
  }))
  const heightAt = (x: number, y: number) => {
    const hills = summits.reduce(
      (sum, s) => sum + Math.exp(-(((x - s.x) / s.size) ** 2) - ((y - s.y) / s.size) ** 2),
      0,
    )
    return (
      hills * 0.9 +
      noise((x / width) * 3.2, (y / width) * 3.2) * 0.42 +
      noise((x / width) * 8, (y / width) * 8) * 0.1
    )
  }
  const heights = Array.from({ length: columns * rows }, (_, i) =>
    heightAt(((i % columns) - 1) * step, (Math.floor(i / columns) - 1) * step),
  )
  const field = { columns, rows, at: (c: number, r: number) => heights[r * columns + c] ?? 0 }
  const low = Math.min(...heights)
  const high = Math.max(...heights)
  const levels = Math.round(14 + Math.min(1, draw.climbM / draw.km / 75) * 12)
  let plain = ""
  let fifth = ""
  for (let index = 1; index < levels; index++) {
    for (const line of contourLines(field, low + ((high - low) * index) / levels)) {
      const points = simplify(
        line.map(([x, y]): Point => [(x - 1) * step, (y - 1) * step]),
        0.8,
      )
      if (points.length < 4) continue
      if (index % 5 === 0) fifth += through(points)
      else plain += through(points)
    }
  }
  const path = through(simplify(wayOver(sheet, summits), 0.8))
  const ends = wayEnds(sheet)
  const thick = Math.min(width, height) * 0.017
  const box = {
    x: margin,
    y: height - margin,
    maxWidth: (width - 2 * margin) * 0.72,
    maxHeight: height * 0.2,
  }
  return (
    stroke(plain, ground.middle, 1.6) +
    stroke(fifth, ground.line, 2.6) +
    stroke(path, ground.casing, thick * 1.9, round) +
    dot(ends.start[0], ends.start[1], thick * 2.1, ground.casing) +
    dot(ends.end[0], ends.end[1], thick * 2.1, ground.casing) +
    stroke(path, ground.track, thick, round) +
    dot(ends.start[0], ends.start[1], thick * 1.7, ground.track) +
    dot(ends.start[0], ends.start[1], thick * 0.75, ground.casing) +
    dot(ends.end[0], ends.end[1], thick * 1.7, ground.track) +
    drawMark(draw.mark, box, ground.mark, ground.sheet)
  )
}

function wayEnds({ width, height, margin }: Sheet): { start: Point; end: Point } {
  return { start: [margin * 1.4, height * 0.66], end: [width - margin * 1.4, height * 0.6] }
}

/**
 * A path from one side to the other over both summits, with switchbacks on the climbs (a Catmull-Rom curve through its
 * corners).
 */
function wayOver(sheet: Sheet, summits: readonly { x: number; y: number; size: number }[]): Point[] {
  const { width, height, random } = sheet
  const { start, end } = wayEnds(sheet)
  const tops = summits
    .map(
      (summit): Point => [
        Math.min(width * 0.86, Math.max(width * 0.14, summit.x)),
        Math.min(height * 0.55, Math.max(height * 0.12, summit.y)),
      ],
    )
    .sort((a, b) => a[0] - b[0])
  const corners: Point[] = [start]
  const turns = 4
  let from: Point = start
  for (const to of [...tops, end]) {
    for (let turn = 1; turn < turns; turn++) {
      const share = turn / turns
      const aside = (turn % 2 ? 1 : -1) * width * between(random, 0.012, 0.05)
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
      corners.push([
        from[0] + (to[0] - from[0]) * share - ((to[1] - from[1]) / length) * aside,
        from[1] + (to[1] - from[1]) * share + ((to[0] - from[0]) / length) * aside,
      ])
    }
    corners.push(to)
    from = to
  }
  return curve(corners)
}

function curve(corners: readonly Point[]): Point[] {
  const points: Point[] = []
  for (let i = 0; i < corners.length - 1; i++) {
    const b = corners[i] ?? [0, 0]
    const c = corners[i + 1] ?? b
    const a = corners[i - 1] ?? b
    const d = corners[i + 2] ?? c
    for (let step = 0; step < 12; step++) {
      const t = step / 12
      const at = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t)
      points.push([at(0), at(1)])
    }
  }
  return [...points, corners.at(-1) ?? [0, 0]]
}
