import { offsetSeconds } from "#primitives/zones.ts"

/** The UTC offset in seconds at the local time `localMs` (milliseconds as if in UTC); 0 for an unknown time zone. */
export function utcOffset(localMs: number, zone: string): number {
  try {
    const guess = offsetSeconds(new Date(localMs), zone)
    return offsetSeconds(new Date(localMs - guess * 1000), zone)
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}
