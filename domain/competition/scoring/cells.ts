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

/** Degrees of latitude: 2.2 km. */
const placeDegrees = 0.02
/** Beats per minute. */
const heartBpm = 3
/** Quantiles of the heart rate. */
const quantiles = [0.15, 0.4, 0.65, 0.9]
/** How close to a border, as a share of the cell, the adjacent cell is searched too. */
const margin = 0.25

/**
 * The cells of a fingerprint. The median of the positions, and four quantiles of the heart rates, hardly change when a
 * recording is resampled, stretched by 1 % or slightly cut, and do not depend on the clock.
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
  const [y, x] = [quantile(lat, 0.5), quantile(lon, 0.5)]
  if (y === undefined || x === undefined) return []
  return near(y / placeDegrees).flatMap((row) => {
    // Square at the latitude of the row, so that the row determines how its cells are numbered.
    const width = placeDegrees / Math.max(0.01, Math.cos((Math.floor(row * placeDegrees) * Math.PI) / 180))
    return near(x / width).map((column) => mix([row, column]))
  })
}

function heartsOf(heart: readonly number[]): number[] {
  let cells: number[][] = [[]]
  for (const share of quantiles) {
    const rows = near((quantile(heart, share) as number) / heartBpm)
    cells = cells.flatMap((cell) => rows.map((row) => [...cell, row]))
  }
  // Its own is made of the first row of each.
  return cells.map(mix)
}

/** The cell of a value, and the adjacent one if the value is near its border. */
function near(value: number): number[] {
  const own = Math.floor(value)
  const within = value - own
  if (within < margin) return [own, own - 1]
  return within > 1 - margin ? [own, own + 1] : [own]
}

function quantile(values: readonly number[], share: number): number | undefined {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const at = share * (known.length - 1)
  const low = known[Math.floor(at)]
  const high = known[Math.ceil(at)]
  return low === undefined || high === undefined ? undefined : low + (high - low) * (at - Math.floor(at))
}

/** A 31-bit hash; a collision only costs a comparison. */
function mix(numbers: readonly number[]): number {
  let mixed = 0x811c9dc5
  for (const one of numbers) mixed = Math.imul(mixed ^ (one & 0xffff), 0x01000193) ^ (one >> 16)
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff
}
