import { zoneRule } from "#content/fair-play.ts"
import { offsetSeconds } from "#primitives/zones.ts"

interface Place {
  lat: number
  lon: number
}

/** The UTC offset, in seconds, that determines the day of an activity. */
interface SettledOffset {
  utcOffsetS: number
  /** The offset that its source reported, when it fits neither the place nor the account; null otherwise. */
  toldOffsetS: number | null
}

/**
 * The offset that its source reported, if it fits the place of the track or the account's zone. Without a known place,
 * the offset is accepted from a service that shares no track, and from a device near the account's zone. Otherwise the
 * account's zone applies or, if the track is too far from it, solar time.
 */
export function settleOffset(
  sent: { startedAt: Date; utcOffsetS: number | null; trackS: number | null },
  timeZone: string,
  place: Place | null,
): SettledOffset {
  const told = sent.utcOffsetS
  const account = offsetSeconds(sent.startedAt, timeZone)
  if (told !== null && isBelieved(told)) return { utcOffsetS: told, toldOffsetS: null }
  return { utcOffsetS: place && !fits(account, place) ? bySun(place) : account, toldOffsetS: told }

  function isBelieved(offsetS: number): boolean {
    if (offsetS === account) return true
    if (place) return fits(offsetS, place)
    return sent.trackS === null || Math.abs(offsetS - account) <= zoneRule.fromAccount * 3600
  }
}

/** Whether clocks at a place can be set like this: summer time, half hours and zones of a whole country included. */
function fits(offsetS: number, { lat, lon }: Place): boolean {
  const ahead = offsetS / 3600 - lon / 15
  const isNear = (hours: number) => hours >= -zoneRule.behindSun && hours <= zoneRule.aheadOfSun
  if (isNear(ahead)) return true
  const isAtDateLine = zoneRule.dateLine.some(
    ({ south, north, west, east }) => lat >= south && lat <= north && lon >= west && lon <= east,
  )
  return isAtDateLine && (isNear(ahead - 24) || isNear(ahead + 24))
}

function bySun({ lon }: Place): number {
  return Math.round(lon / 15) * 3600
}
