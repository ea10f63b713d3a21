import { competition } from "#content/competitions.ts"
import type { Samples } from "#primitives/samples.ts"
import { isVaried, spanS } from "./same-recording.ts"

/** Lookup cells of fingerprints: those of the same recording are in one cell or two adjacent ones. */
interface Cells {
  /** By the middle of the track; null without positions. */
  place: number | null
  /** By the level of the heart rates; null when they are not distinctive. */
  heart: number | null
  /** Every cell that can contain the same recording. */
  near: { place: readonly number[]; heart: readonly number[] }
  spanS: number
  /** Range of lengths of the same recording, in seconds. */
  least: number
  most: number
}

/** One property of a recording and the width of its cells, in the same unit. */
type Property = readonly [value: number, width: number]

/** Degrees of latitude: 2.2 km. */
const placeDegrees = 0.02
/** Of the size of a track, as a logarithm: 22 %. */
const sizeWidth = 0.2
/** Of the direction in which it extends, in radians. */
const extentWidth = 0.3
/** Quantiles of the heart rate, in cells of this many beats per minute. */
const quantiles = [0.2, 0.5, 0.85]
const levelBpm = 4
/** Differences between the medians of consecutive parts of the recording: what it looks like over time. */
const parts = 5
const changeBpm = 6
/** How close to a border, as a share of the cell, the adjacent cell is searched too. */
const margin = 0.25

/**
 * The cells of a fingerprint. Where the track lies, how large it is and how it extends; which heart rates there are and how
 * they change from part to part. All of it hardly changes when a recording is resampled, stretched by 1 % or slightly cut, and
 * nothing depends on the clock. Each further property divides the cells, so that a lookup finds few others among millions.
 */
export function cellsOf(samples: Samples): Cells {
  const place = placesOf(samples)
  const heart = isVaried(samples.heart) ? heartsOf(samples.heart) : []
  const span = spanS(samples)
  const share = competition.sameRecording.spanShare
  return {
    place: place[0] ?? null,
    heart: heart[0] ?? null,
    near: { place, heart },
    spanS: span,
    least: Math.floor(span * (1 - share)),
    most: Math.ceil(span / (1 - share)),
  }
}

/** Its own first. */
function placesOf({ lat, lon }: Samples): number[] {
  const [[y], [x]] = [quantilesOf(lat, [0.5]), quantilesOf(lon, [0.5])]
  if (y === undefined || x === undefined) return []
  const [north, east] = [deviation(lat), deviation(lon) * Math.cos((y * Math.PI) / 180)]
  const form = combined([
    [Math.log(Math.max(1e-9, Math.hypot(north, east))), sizeWidth],
    [Math.atan2(north, east), extentWidth],
  ])
  return near(y / placeDegrees).flatMap((row) => {
    // Square at the latitude of the row, so that the row determines how its cells are numbered.
    const width = placeDegrees / Math.max(0.01, Math.cos((Math.floor(row * placeDegrees) * Math.PI) / 180))
    return near(x / width).flatMap((column) => form.map((cell) => mix([row, column, ...cell])))
  })
}

/** Its own first. */
function heartsOf(heart: readonly number[]): number[] {
  const medians = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * heart.length) / parts)
    const to = Math.ceil(((part + 1) * heart.length) / parts)
    return quantilesOf(heart.slice(from, to), [0.5])[0]
  })
  const levels = quantilesOf(heart, quantiles).map((level): Property => [level as number, levelBpm])
  const changes = medians.slice(1).map((median, before): Property => {
    const from = medians[before]
    // A part without heart rates says nothing, in this recording or in a copy.
    return [median === undefined || from === undefined ? 0 : median - from, changeBpm]
  })
  return combined([...levels, ...changes]).map(mix)
}

/** Every combination of the cells near each value; the first is made of their own. */
function combined(properties: readonly Property[]): number[][] {
  return properties.reduce<number[][]>(
    (cells, [value, width]) => cells.flatMap((cell) => near(value / width).map((one) => [...cell, one])),
    [[]],
  )
}

/** The cell of a value, and the adjacent one if the value is near its border. */
function near(value: number): number[] {
  const own = Math.floor(value)
  const within = value - own
  if (within < margin) return [own, own - 1]
  return within > 1 - margin ? [own, own + 1] : [own]
}

/** Undefined without values. */
function quantilesOf(values: readonly number[], shares: readonly number[]): (number | undefined)[] {
  const known = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort()
  return shares.map((share) => {
    const at = share * (known.length - 1)
    const low = known[Math.floor(at)]
    const high = known[Math.ceil(at)]
    return low === undefined || high === undefined ? undefined : low + (high - low) * (at - Math.floor(at))
  })
}

/** A 31-bit hash; a collision only costs a comparison. */
function mix(numbers: readonly number[]): number {
  let mixed = 0x811c9dc5
  for (const one of numbers) mixed = Math.imul(mixed ^ (one & 0xffff), 0x01000193) ^ (one >> 16)
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff
}

function deviation(values: readonly number[]): number {
  let [n, sum, squares] = [0, 0, 0]
  const first = values.find((value) => !Number.isNaN(value)) ?? 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    n++
    sum += value - first
    squares += (value - first) ** 2
  }
  return Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
}
