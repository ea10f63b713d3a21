import type { Point } from "./pen.ts"

/** Heights on a grid: `columns * rows` numbers, row by row. */
interface Field {
  columns: number
  rows: number
  at: (column: number, row: number) => number
}

/**
 * The lines of equal height at `level`, in grid units: marching squares, its segments joined end to end.
 * The ambiguous saddle cells are cut the same way every time, which is enough for a picture.
 */
export function contourLines(field: Field, level: number): Point[][] {
  const next = new Map<string, { to: string; point: Point }[]>()
  const places = new Map<string, Point>()
  const join = (a: Point, b: Point) => {
    const ka = `${a[0].toFixed(4)},${a[1].toFixed(4)}`
    const kb = `${b[0].toFixed(4)},${b[1].toFixed(4)}`
    if (ka === kb) return
    places.set(ka, a)
    places.set(kb, b)
    next.set(ka, [...(next.get(ka) ?? []), { to: kb, point: b }])
    next.set(kb, [...(next.get(kb) ?? []), { to: ka, point: a }])
  }
  for (let row = 0; row < field.rows - 1; row++) {
    for (let column = 0; column < field.columns - 1; column++) {
      const crossings = cellCrossings(field, column, row, level)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [a, b] = [crossings[i], crossings[i + 1]]
        if (a && b) join(a, b)
      }
    }
  }
  return walk(next, places)
}

function cellCrossings(field: Field, column: number, row: number, level: number): Point[] {
  const corners = [
    field.at(column, row),
    field.at(column + 1, row),
    field.at(column + 1, row + 1),
    field.at(column, row + 1),
  ]
  const spots: Point[] = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ]
  const crossings: Point[] = []
  for (let side = 0; side < 4; side++) {
    const from = corners[side] ?? 0
    const to = corners[(side + 1) % 4] ?? 0
    if (from < level === to < level) continue
    const share = (level - from) / (to - from)
    const a = spots[side] ?? [0, 0]
    const b = spots[(side + 1) % 4] ?? [0, 0]
    crossings.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share])
  }
  return crossings
}

/** Follows the joined segments into lines; ends first, so that open lines stay whole. */
function walk(next: Map<string, { to: string; point: Point }[]>, places: Map<string, Point>): Point[][] {
  const used = new Set<string>()
  const lines: Point[][] = []
  const starts = [...next.keys()].sort((a, b) => (next.get(a)?.length ?? 0) - (next.get(b)?.length ?? 0))
  for (const start of starts) {
    let here = start
    const line: Point[] = []
    for (;;) {
      const step = (next.get(here) ?? []).find(
        ({ to }) => !used.has(here < to ? `${here}|${to}` : `${to}|${here}`),
      )
      if (!step) break
      used.add(here < step.to ? `${here}|${step.to}` : `${step.to}|${here}`)
      if (line.length === 0) line.push(places.get(here) ?? [0, 0])
      line.push(step.point)
      here = step.to
    }
    if (line.length > 2) lines.push(line)
  }
  return lines
}
