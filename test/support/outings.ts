/**
 * Modeled recordings, second by second: somebody follows a route at a pace, a receiver adds noise, the heart rate
 * follows.
 */
import { fingerprintOf } from "#adapters/sources/file/fingerprint.ts"
import { Track } from "#adapters/sources/file/track.ts"

export interface Point {
  /** Seconds from the start. */
  s: number
  /** Meters north and east; NaN indoors. */
  y: number
  x: number
  heart: number
}

/** Numbers from 0 to 1, and normally distributed ones; the same for the same seed. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

export interface Route {
  y: number[]
  x: number[]
  /** The factor by which slopes and corners change the speed there. */
  pace: number[]
  lights: number[]
}

const routeStepM = 5

export function routeOf(seed: number, meters: number, { hilly = 0.12, lightEveryM = 800 } = {}): Route {
  const { uniform, normal } = randomOf(seed)
  const route: Route = { y: [0], x: [0], pace: [1], lights: [] }
  let [direction, turn, slope, corner, nextCorner] = [uniform() * 6, 0, 0, 0, 150 + uniform() * 500]
  for (let nr = 1; nr * routeStepM < meters + 500; nr++) {
    turn = turn * 0.98 + normal() * 0.004
    direction += turn
    if (nr * routeStepM > nextCorner) {
      direction += (uniform() < 0.5 ? -1 : 1) * (1 + uniform() * 0.8)
      corner = 1
      nextCorner += 150 + uniform() * 700
    }
    corner *= 0.75
    slope = slope * 0.985 + normal() * 0.17 * hilly
    route.y.push((route.y.at(-1) ?? 0) + routeStepM * Math.cos(direction))
    route.x.push((route.x.at(-1) ?? 0) + routeStepM * Math.sin(direction))
    route.pace.push(Math.exp(-slope - corner * 0.35))
  }
  for (let at = lightEveryM * uniform(); at < meters; at += lightEveryM * (0.4 + uniform() * 1.2))
    route.lights.push(at)
  return route
}

/** Laps of a 400 m track, the given number of times. */
export function lapsOf(meters: number): Route {
  const route: Route = { y: [], x: [], pace: [], lights: [] }
  for (let at = 0; at < meters + 500; at += routeStepM) {
    const lap = at % 400
    const [straight, radius] = [84.39, 36.8]
    const bend = Math.PI * radius
    const on = (along: number, side: number) => [side * radius, side * (along - straight / 2)] as const
    const around = (along: number, side: number) => {
      const turned = along / radius
      return [side * radius * Math.cos(turned), side * (straight / 2 + radius * Math.sin(turned))] as const
    }
    const [y, x] =
      lap < straight
        ? on(lap, 1)
        : lap < straight + bend
          ? around(lap - straight, 1)
          : lap < 2 * straight + bend
            ? on(lap - straight - bend, -1)
            : around(lap - 2 * straight - bend, -1)
    route.y.push(y)
    route.x.push(x)
    route.pace.push(1)
  }
  return route
}

export interface Manner {
  mps: number
  toM: number
  fromM?: number
  /** Standard deviation of a receiver's error in meters, and of the fine pace. */
  gpsM?: number
  fine?: number
  lightShare?: number
  /** People who go together share this seed, and with it their pace and stops. */
  group?: number
}

/** An outing on a route; another seed gives another outing. */
export function outing(route: Route, seed: number, manner: Manner): Point[] {
  const { mps, toM, fromM = 0, gpsM = 2.5, fine = 0.05, lightShare = 0.5, group = seed } = manner
  const [own, pack] = [randomOf(seed), randomOf(group * 7919 + 1)]
  const day = 1 + pack.normal() * 0.03
  let [at, speed, slow, quick, wait, s] = [fromM, mps, 0, 0, 0, 0]
  let [north, east] = [own.normal() * gpsM, own.normal() * gpsM]
  let light = route.lights.findIndex((one) => one >= fromM)
  const points: Point[] = []
  const strain = heartOf(seed)
  while (at < toM) {
    slow = slow * 0.995 + pack.normal() * 0.1 * fine * 1.5
    quick = quick * 0.9 + pack.normal() * 0.436 * fine
    const nr = Math.floor(at / routeStepM)
    const share = at / routeStepM - nr
    const between = (values: number[]) =>
      (values[nr] as number) + ((values[nr + 1] as number) - (values[nr] as number)) * share
    let target = mps * day * (route.pace[nr] as number) * Math.exp(slow + quick)
    if (wait > 0) {
      wait--
      target = 0
    } else if (light >= 0 && at >= (route.lights[light] ?? Number.POSITIVE_INFINITY)) {
      light++
      if (pack.uniform() < lightShare) wait = 5 + Math.floor(pack.uniform() * 50)
    }
    speed += (target - speed) * 0.35
    at += Math.max(0, speed)
    const stays = Math.sqrt(1 - 0.97 ** 2)
    north = north * 0.97 + own.normal() * gpsM * stays
    east = east * 0.97 + own.normal() * gpsM * stays
    points.push({
      s: s++,
      y: between(route.y) + north + own.normal() * 0.15,
      x: between(route.x) + east + own.normal() * 0.15,
      heart: strain((speed / mps) * 0.75),
    })
  }
  return points
}

/**
 * The heart rate of somebody on one day: it follows effort (1 is the maximum) with some delay, drifts, and varies from
 * beat to beat. Called once a second.
 */
export function heartOf(
  seed: number,
  { rest = 55, most = 185, dayBpm = 3 } = {},
): (effort: number) => number {
  const { uniform, normal } = randomOf(seed * 31 + 5)
  const [level, delayS, driftBpm] = [normal() * dayBpm, 25 + uniform() * 15, 2 + uniform() * 6]
  let [beats, wander, s] = [rest + 30, 0, 0]
  return (effort) => {
    s++
    wander = wander * 0.98 + normal() * 0.35
    const drift = driftBpm * Math.min(1, s / 3600)
    beats += (rest + level + drift + (most - rest) * Math.min(1.05, effort) - beats) / delayS
    return Math.round(beats + wander)
  }
}

/** A session without a track, given by the effort in each second, from 0 to 1. */
export function session(
  seed: number,
  efforts: readonly number[],
  one: { most?: number; dayBpm?: number } = {},
): Point[] {
  const heart = heartOf(seed, one)
  const { uniform, normal } = randomOf(seed * 17 + 3)
  // Nobody presses the button in the same second, or rides exactly at the prescribed effort.
  const [lateS, strength] = [Math.floor(uniform() * 20), 1 + normal() * 0.02]
  const all = [...Array.from({ length: lateS }, () => 0.3), ...efforts]
  let wander = 0
  return all.map((effort, s) => {
    wander = wander * 0.99 + normal() * 0.003
    return { s, y: Number.NaN, x: Number.NaN, heart: heart(effort * strength + wander) }
  })
}

/** The fingerprint of these points as computed from a file; null if there are too few. */
export function printOf(
  points: readonly Point[],
  { lat = 33.6, lon = -117.9, virtual = false } = {},
): string | null {
  const track = new Track()
  const east = 111_195 * Math.cos((lat * Math.PI) / 180)
  let [distance, before] = [0, points[0]]
  for (const point of points) {
    const way = before ? Math.hypot(point.y - before.y, point.x - before.x) : 0
    distance += Number.isNaN(way) ? 0 : way
    before = point
    track.add({
      time: 1_760_000_000_000 + point.s * 1000,
      lat: lat + point.y / 111_195,
      lon: lon + point.x / east,
      distance,
      elevation: Number.NaN,
      heart: point.heart,
    })
  }
  return fingerprintOf(track, { virtual })
}

/** Manipulations of a recording to make it count again. */
export const disguises = {
  piece: (points: readonly Point[], nr: number, of: number): Point[] => {
    const bound = (at: number) => Math.floor((points.length * at) / of)
    return points.slice(bound(nr), bound(nr + 1))
  },
  reversed: (points: readonly Point[]): Point[] => {
    const last = points.at(-1)?.s ?? 0
    return points.toReversed().map((point) => ({ ...point, s: last - point.s }))
  },
  /** In whole seconds, as files keep them. */
  faster: (points: readonly Point[], by: number): Point[] => {
    const all = points.map((point) => ({ ...point, s: Math.round(point.s / by) }))
    return all.filter(({ s }, nr) => s !== all[nr - 1]?.s)
  },
  moved: (points: readonly Point[], meters: number): Point[] =>
    points.map((one) => ({ ...one, y: one.y + meters })),
  mirrored: (points: readonly Point[]): Point[] => points.map((one) => ({ ...one, x: -one.x })),
  turned: (points: readonly Point[]): Point[] => points.map((one) => ({ ...one, y: one.x, x: -one.y })),
  /** Half an hour by somebody else and, five minutes later, the given points, far away. */
  behindAnother: (points: readonly Point[], nr: number): Point[] => {
    const first = disguises.withoutHeart(outing(routeOf(nr + 900, 5000), nr + 900, { mps: 2.8, toM: 5000 }))
    const gap = (first.at(-1)?.s ?? 0) + 300
    return [...first, ...points.map((one) => ({ ...one, s: one.s + gap, x: one.x + 400_000 }))]
  },
  every: (points: readonly Point[], nth: number): Point[] => points.filter((_, nr) => nr % nth === 0),
  withoutHeart: (points: readonly Point[]): Point[] => points.map((one) => ({ ...one, heart: Number.NaN })),
  withoutTrack: (points: readonly Point[]): Point[] =>
    points.map((one) => ({ ...one, y: Number.NaN, x: Number.NaN })),
}
