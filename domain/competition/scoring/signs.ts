import { grouped } from "#content/amounts.ts"
import { reviewSigns } from "#content/review-signs.ts"
import { effortOf, isWithoutTrack } from "./activity.ts"
import type { Shared } from "./windows.ts"

/** Context of an activity beyond its own totals. */
export interface SignFacts {
  kind: string
  movingS: number
  distanceM: number
  /** Seconds covered by positions, and meters between them; null when the source does not report them. */
  trackS: number | null
  trackM: number | null
  indoor: boolean
  /** Another athlete who sent the same file, by the name in URLs. */
  sameFileAs: string | null
  /** The earlier activity with the same recording and its athlete, such as "activity 12 of ana". */
  sameRecordingAs: string | null
  /** That one is another athlete's, by the same device. */
  isOneDevice: boolean
  /** For an activity that waits because another was recorded too far away: that other activity. */
  farFrom: { id: number; meters: number } | null
  /**
   * An activity of another kind at the same time, if one of the two has a track and the other has none; and an activity
   * that it continues, or that continues it, at midnight.
   */
  beside: number | null
  acrossMidnight: number | null
  /** The activity's day: its points, the distance of its kind as if the activity counts, and seconds without track or samples. */
  day: { points: number; distanceM: number; untracedS: number }
  /**
   * Activities from the same upload without track or samples: their number, their days, and how many have round
   * numbers; zeros if this one has track or samples.
   */
  upload: { activities: number; days: number; round: number; daysAfterJoining: number }
  /** The parts that both tracks share, if they are not identical from end to end. */
  shared: Shared | null
  /** The weeks before: days with points, and the best of them. */
  before: { days: number; points: number; distanceM: number }
}

/** Why an activity is suspicious, in words for operators. A sign alone never changes what counts. */
export function signsOf(facts: SignFacts): string[] {
  const signs: string[] = []
  if (facts.sameFileAs !== null) signs.push(`the same file was sent by ${facts.sameFileAs}`)
  if (facts.sameRecordingAs !== null) {
    const sign = sameRecordingSign(facts.sameRecordingAs, facts.shared)
    signs.push(facts.isOneDevice ? `${sign}, by the same device` : sign)
  }
  if (facts.farFrom) {
    const { id, meters } = facts.farFrom
    signs.push(`not where activity ${id} was: ${grouped(Math.round(meters / 1000))} km apart at their starts`)
  }
  const shown = effortOf(facts)
  if (shown.distanceM < facts.distanceM)
    signs.push(
      `totals far from the track: ${km(facts.distanceM)}, of which the track shows ${km(shown.distanceM)}`,
    )
  if (!facts.indoor && facts.distanceM > 0 && isWithoutTrack(facts)) signs.push("no track")
  const kmh = facts.movingS > 0 ? (facts.distanceM / facts.movingS) * 3.6 : 0
  if (facts.kind === "other" && kmh > reviewSigns.untypedKmh) signs.push("no known sport, and fast")
  if (facts.beside !== null) signs.push(`at the same time as activity ${facts.beside}, of another kind`)
  if (facts.acrossMidnight !== null) signs.push(`one with activity ${facts.acrossMidnight} across midnight`)
  if (facts.day.untracedS > reviewSigns.hoursWithoutTrace * 3600)
    signs.push(`a day of ${Math.round(facts.day.untracedS / 360) / 10} h without track or samples`)
  const upload = uploadSign(facts.upload)
  if (upload) signs.push(upload)
  const { weeks, leastDays, leastMorePoints, leastMoreMeters } = reviewSigns.jump
  const { day, before } = facts
  if (before.days < leastDays) return signs
  if (jumps(day.points, before.points, leastMorePoints))
    signs.push(`jump: a day of ${day.points} points, best of ${weeks} weeks before ${before.points}`)
  if (before.distanceM > 0 && jumps(day.distanceM, before.distanceM, leastMoreMeters))
    signs.push(`jump: a day of ${km(day.distanceM)}, best of ${weeks} weeks before ${km(before.distanceM)}`)
  return signs
}

/** Days that arrived together without track or samples, from a new account or in round numbers. */
function uploadSign({ activities, days, round, daysAfterJoining }: SignFacts["upload"]): string | undefined {
  const { leastDays, newDays } = reviewSigns.oneUpload
  const isRound = round * 2 >= activities
  if (days < leastDays || (!isRound && daysAfterJoining > newDays)) return undefined
  return `one upload: ${days} days without track or samples, ${round} of ${activities} activities in round numbers, ${daysAfterJoining} days after joining`
}

function sameRecordingSign(as: string, shared: Shared | null): string {
  if (shared === null) return `the same samples as ${as}`
  const direction = shared.isReversed ? ", in reverse" : ""
  return `${shared.windows} of ${shared.of} windows of its track are shared with ${as}${direction}`
}

function jumps(now: number, best: number, least: number): boolean {
  return now > best * reviewSigns.jump.times && now - best >= least
}

function km(meters: number): string {
  return `${grouped(Math.round(meters / 100) / 10)} km`
}
