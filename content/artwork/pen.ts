/** Small SVG elements. Coordinates are rounded to whole units: the difference is invisible, and files stay small. */

export type Point = readonly [x: number, y: number]

const r = (n: number) => String(Math.round(n))

/** A rectangle; `radius` rounds its corners. */
export function rect(x: number, y: number, w: number, h: number, fill: string, radius = 0): string {
  return `<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}"${radius ? ` rx="${r(radius)}"` : ""} fill="${fill}"/>`
}

/** A filled circle. */
export function dot(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${fill}"/>`
}

/** Path data through the points, in relative steps. */
export function through(points: readonly Point[], closed = false): string {
  let x = 0
  let y = 0
  let data = ""
  for (const [index, point] of points.entries()) {
    const px = Math.round(point[0])
    const py = Math.round(point[1])
    if (index === 0) data = `M${px} ${py}l`
    else if (px !== x || py !== y) data += `${px - x} ${py - y} `
    x = px
    y = py
  }
  return data.trim().replaceAll(" -", "-") + (closed ? "z" : "")
}

/** A drawn line of `width` units. */
export function stroke(data: string, color: string, width: number, more = ""): string {
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="${Math.round(width * 10) / 10}"${more}/>`
}

/** A filled shape. */
export function fill(data: string, color: string): string {
  return `<path d="${data}" fill="${color}"/>`
}

/** Round ends and corners, for routes. */
export const round = ' stroke-linecap="round" stroke-linejoin="round"'

/** Simplifies a line: every removed point lies within `tolerance` of the remaining line (Douglas and Peucker 1973). */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return [...points]
  let far = 0
  let at = 0
  const dx = last[0] - first[0]
  const dy = last[1] - first[1]
  const length = Math.hypot(dx, dy)
  for (const [index, [x, y]] of points.entries()) {
    // A closed ring starts where it ends: distances are measured from that point.
    const distance =
      length < 1e-9
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs(dy * (x - first[0]) - dx * (y - first[1])) / length
    if (distance > far) {
      far = distance
      at = index
    }
  }
  if (far <= tolerance) return [first, last]
  return [
    ...simplify(points.slice(0, at + 1), tolerance).slice(0, -1),
    ...simplify(points.slice(at), tolerance),
  ]
}
