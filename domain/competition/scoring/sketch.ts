import type { Samples } from "#primitives/samples.ts"

/** Values of a sketch, one byte each; private.sketch_distance compares the same number. */
const values = 8
/** The ends are left out, because a copy may lack them. */
const [begin, end] = [0.1, 0.9] as const
/** Units of a sketch per radius of the track. */
const perRadius = 40

/**
 * Mean positions in consecutive windows, relative to their center and in units of the radius of the whole track, packed. On
 * laps the windows are all alike, and nearer to the center than the track is. Null for a track without extent.
 */
export function placeSketch({ lat, lon }: Samples): bigint | null {
  // Without positions everything from here on is NaN.
  const first = lat.find((one) => !Number.isNaN(one)) ?? Number.NaN
  const shrunk = Math.cos((first * Math.PI) / 180)
  const east = lon.map((one) => one * shrunk)
  const radius = Math.hypot(deviation(lat), deviation(east))
  if (!(radius > 0)) return null
  return pack(
    [lat, east].flatMap((axis) => {
      const windows = windowsOf(axis, values / 2)
      const middle = mean(windows)
      return windows.map((one) => 128 + ((one - middle) / radius) * perRadius)
    }),
  )
}

/** Means of consecutive windows of equal length. A window without known values gets the mean of the others. */
function windowsOf(series: readonly number[], count: number): number[] {
  const windows: number[] = []
  for (let nr = 0; nr < count; nr++) {
    const bound = (at: number) => (begin + ((end - begin) * at) / count) * series.length
    windows.push(meanBetween(series, bound(nr), bound(nr + 1)))
  }
  if (!windows.some(Number.isNaN)) return windows
  const known = windows.filter((one) => !Number.isNaN(one))
  return windows.map((one) => (Number.isNaN(one) ? (known.length === 0 ? 0 : mean(known)) : one))
}

/** The mean from one slot to another, of which the first and the last count in part; NaN where nothing is known. */
function meanBetween(series: readonly number[], from: number, to: number): number {
  let [sum, slots] = [0, 0]
  for (let slot = Math.floor(from); slot < to; slot++) {
    const value = series[slot] as number
    if (Number.isNaN(value)) continue
    const share = Math.min(to, slot + 1) - Math.max(from, slot)
    sum += value * share
    slots += share
  }
  return sum / slots
}

/** The first value in the lowest byte, as a signed number: a bigint of PostgreSQL. */
function pack(bytes: readonly number[]): bigint {
  const packed = Buffer.alloc(values)
  for (let at = 0; at < values; at++) packed[at] = Math.min(255, Math.max(0, Math.round(bytes[at] as number)))
  return packed.readBigInt64LE()
}

/** The sum of the differences of the bytes, as private.sketch_distance. */
export function sketchDistance(a: bigint, b: bigint): number {
  let apart = 0
  for (let at = 0n; at < 8n * BigInt(values); at += 8n)
    apart += Math.abs(Number((a >> at) & 255n) - Number((b >> at) & 255n))
  return apart
}

function mean(series: readonly number[]): number {
  return series.reduce((sum, one) => sum + one, 0) / series.length
}

/** Standard deviation of the known values; 0 if there are none. */
export function deviation(series: readonly number[]): number {
  let [n, sum, squares] = [0, 0, 0]
  const first = series.find((value) => !Number.isNaN(value)) ?? 0
  for (let slot = 0; slot < series.length; slot++) {
    const value = series[slot] as number
    if (Number.isNaN(value)) continue
    n++
    sum += value - first
    squares += (value - first) ** 2
  }
  return n === 0 ? 0 : Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
}
