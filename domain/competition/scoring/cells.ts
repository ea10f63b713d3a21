import { competition } from "#content/competitions.ts"
import type { Samples } from "#primitives/samples.ts"
import { isVaried, spanS } from "./same-recording.ts"

/** Where fingerprints are looked up: those of one recording lie in one cell, or in two beside each other. */
interface Cells {
  /** By where the middle of the track lies; null without positions. */
  place: number | null
  /** By how high the heart rates are; null when they tell nothing. */
  heart: number | null
  /** Every cell in which the same recording can lie. */
  near: { place: readonly number[]; heart: readonly number[] }
  spanS: number
  /** Seconds between which the length of the same recording lies. */
  least: number
  most: number
}

/** Degrees of latitude: 2.2 km. */
const placeDegrees = 0.02
/** Beats per minute. */
const heartBpm = 3
/** Shares of the recording below which the heart rate lies. */
const quantiles = [0.15, 0.4, 0.65, 0.9]
/** How near to a border, as a share of the cell, the cell beyond it is searched too. */
const margin = 0.25

/**
 * The cells of a fingerprint. The median of the positions, and four quantiles of the heart rates, hardly move when a
 * recording is recorded more seldom, stretched by 1 % or cut by a little, and a clock has no part in them.
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
    // As wide as high at the latitude of the row, so that the row says how its cells are counted.
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

/** The cell in which a value lies, and the one beyond the border that it is near to. */
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

/** One number of 31 bits; two cells that share one only cost a comparison. */
function mix(numbers: readonly number[]): number {
  let mixed = 0x811c9dc5
  for (const one of numbers) mixed = Math.imul(mixed ^ (one & 0xffff), 0x01000193) ^ (one >> 16)
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff
}
