import { createRandom, type Random } from "./random.ts"

/** A position, in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** A route: the position after a number of meters, and the slope there. */
export interface Route {
  at(meters: number): Place & { altitude: number; grade: number }
}

const degreeM = 111_195

/** The position the given number of meters away. */
export function movedBy({ lat, lon }: Place, north: number, east: number): Place {
  return { lat: lat + north / degreeM, lon: lon + east / (degreeM * Math.cos((lat * Math.PI) / 180)) }
}

/**
 * A closed course of some length through `start`, with bends like streets, as a sum of waves. The same name gives the
 * same course. Longer distances go around again.
 */
export function loop(name: string, start: Place, lengthM: number, hills = 15): Route {
  const random = createRandom("loop", name)
  const waves = Array.from({ length: 9 }, (_, nr) => {
    const size = (nr + 1) ** -1.25
    return {
      north: random.normal(0, size),
      east: random.normal(0, size),
      n: random.between(0, 6.28),
      e: random.between(0, 6.28),
    }
  })
  const shape = Array.from({ length: corners + 1 }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / corners
    let [y, x] = [0, 0]
    for (const [nr, { north, east, n, e }] of waves.entries()) {
      y += north * Math.sin((nr + 1) * turn + n)
      x += east * Math.sin((nr + 1) * turn + e)
    }
    return [y, x] as const
  })
  return along(shape, start, { lengthM, isClosed: true, hills, random })
}

/** A route from one place to another and, beyond its end, back. */
export function way(name: string, start: Place, lengthM: number, hills = 8): Route {
  const random = createRandom("way", name)
  let heading = random.between(0, 6.28)
  let [y, x] = [0, 0]
  const shape = Array.from({ length: corners + 1 }, () => {
    heading += random.normal(0, 0.12)
    y += Math.cos(heading)
    x += Math.sin(heading)
    return [y, x] as const
  })
  return along(shape, start, { lengthM, isClosed: false, hills, random })
}

/** The inner lane of a track: two straights of 84.39 m and two bends, 400 m. */
export function track(start: Place): Route {
  const straight = 84.39
  const radius = (400 - 2 * straight) / (2 * Math.PI)
  return {
    at(meters) {
      const on = ((meters % 400) + 400) % 400
      const half = on % 200
      const side = on < 200 ? 1 : -1
      const angle = (Math.max(0, half - straight) / radius) * side
      const [north, east] =
        half < straight
          ? [side * (half - straight / 2), side * -radius]
          : [side * (straight / 2 + radius * Math.sin(angle * side)), -side * radius * Math.cos(angle * side)]
      return { ...movedBy(start, north, east), altitude: 20, grade: 0 }
    },
  }
}

const corners = 360

interface Course {
  lengthM: number
  isClosed: boolean
  /** Meters of climb from a valley to the next hill. */
  hills: number
  random: Random
}

function along(shape: readonly (readonly [number, number])[], start: Place, course: Course): Route {
  const reached = [0]
  for (let corner = 1; corner < shape.length; corner++) {
    const [[a, b], [c, d]] = [shape[corner - 1] as [number, number], shape[corner] as [number, number]]
    reached.push((reached[corner - 1] as number) + Math.hypot(c - a, d - b))
  }
  const scale = course.lengthM / (reached.at(-1) as number)
  const [y0, x0] = shape[0] as [number, number]
  const rises = Math.max(1, Math.round(course.lengthM / course.random.between(1200, 3000)))
  const phase = course.random.between(0, 6.28)
  const wave = (2 * Math.PI * rises) / course.lengthM
  return {
    at(meters) {
      const rounds = Math.floor(meters / course.lengthM)
      const rest = meters - rounds * course.lengthM
      const on = course.isClosed || rounds % 2 === 0 ? rest : course.lengthM - rest
      const place = placeAt(shape, reached, on / scale)
      return {
        ...movedBy(start, (place[0] - y0) * scale, (place[1] - x0) * scale),
        altitude: 60 + (course.hills / 2) * Math.sin(on * wave + phase),
        grade: (course.hills / 2) * wave * Math.cos(on * wave + phase) * (on === rest ? 1 : -1),
      }
    },
  }
}

function placeAt(
  shape: readonly (readonly [number, number])[],
  reached: readonly number[],
  length: number,
): [number, number] {
  let [low, high] = [0, reached.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((reached[middle] as number) <= length) low = middle
    else high = middle
  }
  const [from, to] = [reached[low] as number, reached[high] as number]
  const share = Math.min(1, Math.max(0, (length - from) / (to - from)))
  const [[a, b], [c, d]] = [shape[low] as [number, number], shape[high] as [number, number]]
  return [a + (c - a) * share, b + (d - b) * share]
}
