import { drawMark } from "../mark.ts"
import { dot, type Point, round, stroke, through } from "../pen.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** A loop through a rotated street grid, with a mark for each kilometer (every tenth on long routes). */
export function route(sheet: Sheet, draw: SceneNamed<"route">): string {
  const { width, height, margin, ground, random } = sheet
  const tilt = between(random, -0.42, 0.42)
  const cell = Math.min(width, height) / 11
  const center = { x: width * 0.5, y: height * 0.4 }
  const turn = (x: number, y: number): Point => [
    center.x + (x * Math.cos(tilt) - y * Math.sin(tilt)) * cell,
    center.y + (x * Math.sin(tilt) + y * Math.cos(tilt)) * cell,
  ]
  let streets = ""
  let avenues = ""
  const reach = Math.ceil(Math.hypot(width, height) / cell)
  for (let line = -reach; line <= reach; line++) {
    const cut = random()
    const a = through([turn(line, -reach), turn(line, reach)])
    const b = through([turn(-reach, line), turn(reach, line)])
    if (line % 4 === 0) avenues += a + b
    else if (cut > 0.18) streets += a + b
  }
  const corners = loop(sheet, turn)
  const points = corners.map(([x, y]) => turn(x, y))
  const path = through(points, true)
  const marks = draw.km > 40 ? Math.round(draw.km / 5) : Math.floor(draw.km)
  const thick = Math.min(width, height) * 0.03
  let ticks = ""
  for (let index = 1; index <= marks; index++) {
    const [x, y] = along(points, index / (marks + 0.4))
    ticks += dot(x, y, thick * 0.27, ground.track === ground.line ? ground.sheet : "#0E1110")
  }
  const [sx, sy] = points[0] ?? [0, 0]
  const box = {
    x: margin,
    y: height - margin,
    maxWidth: (width - 2 * margin) * 0.8,
    maxHeight: height * 0.22,
  }
  return (
    stroke(streets, ground.soft, 2.5) +
    stroke(avenues, ground.soft, 9) +
    stroke(path, ground.casing, thick * 1.6, round) +
    stroke(path, ground.track, thick, round) +
    ticks +
    dot(sx, sy, thick * 1.35, ground.line) +
    dot(sx, sy, thick * 0.6, ground.sheet) +
    drawMark(draw.mark, box, ground.mark, ground.sheet)
  )
}

/** Corners of a closed walk along the grid around the center: a ring of blocks, some of them left out. */
function loop(sheet: Sheet, turn: (x: number, y: number) => Point): Point[] {
  const { width, height, margin, random } = sheet
  const inside = ([x, y]: Point) => x > margin && x < width - margin && y > margin && y < height * 0.72
  const tops: number[] = []
  const bottoms: number[] = []
  const columns: number[] = []
  for (let x = -8; x <= 8; x++) {
    const free: number[] = []
    for (let y = -8; y <= 8; y++) if (inside(turn(x, y))) free.push(y)
    const [first, last] = [free[0], free.at(-1)]
    if (first === undefined || last === undefined || last - first < 2) continue
    columns.push(x)
    tops.push(first + Math.floor(random() * ((last - first) * 0.4)))
    bottoms.push(last - Math.floor(random() * ((last - first) * 0.4)))
  }
  const points: Point[] = []
  for (const [index, x] of columns.entries()) {
    if (index > 0) points.push([x, tops[index - 1] ?? 0])
    points.push([x, tops[index] ?? 0])
  }
  for (let index = columns.length - 1; index >= 0; index--) {
    const x = columns[index] ?? 0
    if (index < columns.length - 1) points.push([x, bottoms[index + 1] ?? 0])
    points.push([x, bottoms[index] ?? 0])
  }
  return points.filter(
    (point, index) =>
      index === 0 || point[0] !== points[index - 1]?.[0] || point[1] !== points[index - 1]?.[1],
  )
}

/** The position after `share` of the loop. */
function along(points: readonly Point[], share: number): Point {
  const ring = [...points, points[0] ?? [0, 0]]
  const lengths = ring
    .slice(1)
    .map((point, index) => Math.hypot(point[0] - (ring[index]?.[0] ?? 0), point[1] - (ring[index]?.[1] ?? 0)))
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [ring[index], ring[index + 1]]
    if (from && to && left <= length && length > 0) {
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length]
    }
    left -= length
  }
  return ring[0] ?? [0, 0]
}
