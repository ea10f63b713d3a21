import { mostBeats, mostWindows, type Window } from "#primitives/samples.ts"
import { mix, reach, type Stretch, stretchesOf } from "#primitives/windows.ts"
import { isJump, type Track } from "./track.ts"

/** Meters per step of each scale at which a track is described. */
const scales = [25, 50, 100, 200] as const
const perStep = 8
/**
 * Median seconds per step. The range spans a factor of four, so that each track is described at two scales, and a copy at
 * another pace, or a piece, shares one with its original.
 */
const [fastest, slowest] = [10, 40] as const
/**
 * The scale nearest to the middle of that range is the one that a copy surely shares. Of a long track, this many windows
 * are of that scale before those of the other one, which may be more certain.
 */
const mostCentral = 30
/**
 * The points, as fractions of the window's reach, at which the direction from its middle is sampled, and the number of
 * directions.
 */
const corners = [-1, -0.5, 0.5, 1] as const
const directions = 16
/** The number of bits for a window's pace; the bits for its shape follow. */
const formFrom = 32
/**
 * The distance in radians to the next direction at which a direction is as uncertain as a bit of the pace with a margin
 * of 1.
 */
const uncertainTurn = 1 / 15
/** Seconds per step of heart rates, sampled once per second, and the quantization step in beats per minute. */
const [heartStepS, heartScale] = [16, 50] as const
/** Heart rates with a longer gap between them are not connected. */
const heartGapS = 60
const degreeM = 111_195

interface Vertex {
  s: number
  y: number
  x: number
}

/** The windows of a track that are recognized most reliably, ordered by scale and position. */
export function trackWindows(track: Track): Window[] {
  const points = pointsOf(track)
  const all = scales.flatMap((stepM, scale) => {
    const vertices = everyFew(points, stepM / perStep)
    const paces = new Float64Array(Math.max(0, vertices.length - perStep))
    for (let at = 0; at < paces.length; at++)
      paces[at] = Math.log(Math.max(0.05, (vertices[at + perStep] as Vertex).s - (vertices[at] as Vertex).s))
    const median = Math.exp(paces.toSorted()[paces.length >> 1] ?? Number.POSITIVE_INFINITY)
    if (median < fastest || (median >= slowest && scale > 0)) return []
    const aside = Math.abs(Math.log(median ** 2 / (fastest * slowest)))
    return stretchesOf(paces, perStep).map((stretch) => ({ ...windowOf(stretch, vertices, scale), aside }))
  })
  const certain = all.toSorted((a, b) => b.margin - a.margin)
  const central = Math.min(...all.map(({ aside }) => aside))
  const first = certain.filter(({ aside }) => aside === central).slice(0, mostCentral)
  return [...first, ...certain.filter((one) => !first.includes(one))]
    .slice(0, mostWindows)
    .sort((a, b) => a.window.scale - b.window.scale || a.window.atM - b.window.atM)
    .map(({ window }) => window)
}

/** Positions in meters from the first one, with their times in seconds since the first point of the track. */
function pointsOf(track: Track): Vertex[] {
  const points: Vertex[] = []
  let last = { time: Number.NaN, lat: 0, lon: 0 }
  let [y, x, startedAt] = [0, 0, Number.NaN]
  for (let nr = 0; nr < track.length; nr++) {
    const { time, lat, lon } = track.at(nr)
    if (Number.isNaN(startedAt)) startedAt = time
    if (Number.isNaN(time + lat + lon)) continue
    if (points.length > 0) {
      const seconds = (time - last.time) / 1000
      const north = (lat - last.lat) * degreeM
      const east = (lon - last.lon) * degreeM * Math.cos((lat * Math.PI) / 180)
      if (seconds <= 0) continue
      // After a jump the track continues from there, as in a file that joins two recordings.
      if (!isJump(Math.hypot(north, east), seconds)) {
        y += north
        x += east
      }
    }
    last = { time, lat, lon }
    points.push({ s: (time - startedAt) / 1000, y, x })
  }
  return points
}

/**
 * The points at which a track has moved away from the previous one by a distance, so that stationary time adds none.
 */
function everyFew(points: readonly Vertex[], meters: number): Vertex[] {
  const [first] = points
  if (!first) return []
  const vertices = [first]
  let last = first
  for (let nr = 1; nr < points.length; nr++) {
    let from = points[nr - 1] as Vertex
    const to = points[nr] as Vertex
    while ((to.y - last.y) ** 2 + (to.x - last.x) ** 2 >= meters ** 2) {
      const [ey, ex, fy, fx] = [to.y - from.y, to.x - from.x, from.y - last.y, from.x - last.x]
      const [a, b] = [ey * ey + ex * ex, 2 * (fy * ey + fx * ex)]
      const root = Math.sqrt(Math.max(0, b * b - 4 * a * (fy * fy + fx * fx - meters ** 2)))
      from = between(from, to, (root - b) / (2 * a))
      last = from
      vertices.push(from)
    }
  }
  return vertices
}

function between(from: Vertex, to: Vertex, share: number): Vertex {
  const mixed = (a: number, b: number) => a + (b - a) * share
  return { s: mixed(from.s, to.s), y: mixed(from.y, to.y), x: mixed(from.x, to.x) }
}

function windowOf(stretch: Stretch, vertices: readonly Vertex[], scale: number) {
  const middle = stretch.at + perStep / 2
  const at = (vertex: number): Vertex => {
    const low = Math.min(vertices.length - 2, Math.max(0, Math.floor(vertex)))
    return between(vertices[low] as Vertex, vertices[low + 1] as Vertex, vertex - low)
  }
  const { s, y, x } = at(middle)
  let form = 0
  const weak = [...stretch.weak]
  for (const [nr, share] of corners.entries()) {
    const corner = at(middle + share * reach * perStep)
    const turn = ((Math.atan2(corner.x - x, corner.y - y) / (2 * Math.PI) + 1) % 1) * directions
    const own = Math.floor(turn) % directions
    const within = turn - Math.floor(turn)
    const next = (own + (within < 0.5 ? directions - 1 : 1)) % directions
    form |= gray(own) << (4 * nr)
    weak.push({
      bit: formFrom + 4 * nr + Math.log2(gray(own) ^ gray(next)),
      margin: (Math.min(within, 1 - within) * 2 * Math.PI) / directions / uncertainTurn,
    })
  }
  weak.sort((a, b) => a.margin - b.margin)
  const [first, second] = weak as [Stretch["weak"][number], Stretch["weak"][number]]
  const stepM = (scales[scale] as number) / perStep
  return {
    margin: first.margin,
    window: {
      scale,
      bits: stretch.bits,
      form,
      weak: [first.bit, second.bit] as const,
      margin: Math.min(15, Math.floor(first.margin * 300)),
      atM: middle * stepM,
      atS: s,
    },
  }
}

/** Gray code: the numbers of adjacent directions differ in one bit. */
function gray(direction: number): number {
  return direction ^ (direction >> 1)
}

/**
 * Hashes of the changes of heart rate in consecutive stretches, most reliable first. A copy shares some of them;
 * another recording usually shares none. The heart rates themselves then confirm a copy.
 */
export function beatsOf(track: Track): number[] {
  const stretches = stretchesOf(heartSeries(track), heartStepS)
  const marginOf = ({ weak }: Stretch) => weak[0]?.margin ?? 0
  const pairs = stretches.slice(1).map((stretch, nr) => {
    const before = stretches[nr] as Stretch
    return {
      hash: mix([before.bits & 0xffff, before.bits >>> 16, stretch.bits & 0xffff, stretch.bits >>> 16]),
      margin: Math.min(marginOf(before), marginOf(stretch)),
    }
  })
  return pairs
    .sort((a, b) => b.margin - a.margin)
    .slice(0, mostBeats)
    .map(({ hash }) => hash)
}

function heartSeries(track: Track): Float64Array {
  const everyMs = 1000
  const known: { time: number; heart: number }[] = []
  for (let nr = 0; nr < track.length; nr++) {
    const { time, heart } = track.at(nr)
    if (!Number.isNaN(time + heart) && !(time <= (known.at(-1)?.time ?? time - 1)))
      known.push({ time, heart })
  }
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return new Float64Array(0)
  const series = new Float64Array(Math.min(200_000, Math.floor((last.time - first.time) / everyMs))).fill(
    Number.NaN,
  )
  for (let nr = 1; nr < known.length; nr++) {
    const [a, b] = [known[nr - 1], known[nr]] as [(typeof known)[number], (typeof known)[number]]
    if (b.time - a.time > heartGapS * 1000) continue
    for (let at = Math.ceil((a.time - first.time) / everyMs); at < series.length; at++) {
      const time = first.time + at * everyMs
      if (time >= b.time) break
      series[at] = (a.heart + ((b.heart - a.heart) * (time - a.time)) / (b.time - a.time)) / heartScale
    }
  }
  return series
}
