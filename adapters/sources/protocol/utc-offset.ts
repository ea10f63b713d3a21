import { offsetSeconds } from "#primitives/zones.ts"

/** Seconds east of UTC on a wall clock that shows `localMs` (milliseconds as if in UTC); 0 for a zone nobody knows. */
export function utcOffset(localMs: number, zone: string): number {
  try {
    const guess = offsetSeconds(new Date(localMs), zone)
    return offsetSeconds(new Date(localMs - guess * 1000), zone)
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}
