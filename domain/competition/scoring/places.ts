import { haversine } from "#primitives/great-circle.ts"
import type { Samples } from "#primitives/samples.ts"

/**
 * Where and when a track begins and ends: latitude, longitude, both in ten-thousandths of a degree (11 m), and seconds from the
 * start of the activity; of its first position, then of its last.
 */
export type Ends = readonly [number, number, number, number, number, number]

/** A position, with the seconds from the start. */
export interface Position {
  s: number
  lat: number
  lon: number
}

/**
 * An end is the place of most of this many positions, because the first ones can be from before the satellites were
 * found.
 */
const positionsPerEnd = 5
/**
 * Above this speed a position is a jump (as in adapters/sources/file/track.ts), and the positions after it may be wrong
 * as well.
 */
const jumpMps = 60

/** The positions of samples, each in the middle of its slot; none when some of them jumped. */
export function positionsOf({ slotS, lat, lon }: Samples): Position[] {
  const positions: Position[] = []
  for (let slot = 0; slot < lat.length; slot++) {
    const here = { s: (slot + 0.5) * slotS, lat: lat[slot] as number, lon: lon[slot] as number }
    if (Number.isNaN(here.lat) || Number.isNaN(here.lon)) continue
    const before = positions.at(-1)
    if (before && metersBetween(before, here) >= jumpMps * slotS) return []
    positions.push(here)
  }
  return positions
}

/** Null without a few positions that can be trusted. */
export function endsOf(samples: Samples | null): Ends | null {
  const positions = samples ? positionsOf(samples) : []
  if (positions.length < positionsPerEnd) return null
  const first = positions.slice(0, positionsPerEnd)
  const last = positions.slice(-positionsPerEnd)
  const round = (degrees: number) => Math.round(degrees * 10_000)
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
  const [from, to] = [first, last].map((some) => ({
    lat: round(middle(some.map(({ lat }) => lat))),
    lon: round(middle(some.map(({ lon }) => lon))),
  })) as [{ lat: number; lon: number }, { lat: number; lon: number }]
  const [startS, endS] = [first[0]?.s, last.at(-1)?.s].map((s) => Math.round(s as number)) as [number, number]
  return [from.lat, from.lon, startS, to.lat, to.lon, endS]
}

/** The two ends as positions in degrees. */
export function endPositions(ends: Ends): [Position, Position] {
  const [lat, lon, s, toLat, toLon, toS] = ends
  return [
    { s, lat: lat / 10_000, lon: lon / 10_000 },
    { s: toS, lat: toLat / 10_000, lon: toLon / 10_000 },
  ]
}

export function metersBetween(a: Position, b: Position): number {
  return haversine(a.lat, a.lon, b.lat, b.lon)
}

/** Meters from a position to the nearest point of a line through others. Flat around the position, which is exact enough nearby. */
export function metersToLine(at: Position, line: readonly Position[]): number {
  const north = 111_195
  const east = north * Math.cos((at.lat * Math.PI) / 180)
  let nearest = Number.POSITIVE_INFINITY
  let [x1, y1] = [Number.NaN, Number.NaN]
  for (const { lat, lon } of line) {
    const [x2, y2] = [(lon - at.lon) * east, (lat - at.lat) * north]
    const [dx, dy] = Number.isNaN(x1) ? [0, 0] : [x2 - x1, y2 - y1]
    const length = dx * dx + dy * dy
    // The position of the nearest point along the segment; the end of a segment without length.
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x2 * dx + y2 * dy) / length))
    nearest = Math.min(nearest, Math.hypot(x2 - share * dx, y2 - share * dy))
    x1 = x2
    y1 = y2
  }
  return nearest
}
