import type { RecordedActivity } from "#domain/recorded.ts"
import type { StravaActivity } from "../../../strava.ts"

/** An activity of Strava as every source tells one. */
export function toRecorded({ id, stravaId, ...facts }: StravaActivity): RecordedActivity {
  return {
    ...facts,
    externalId: id,
    // Moving time may be a second longer through rounding.
    movingS: Math.min(facts.movingS, Math.max(facts.elapsedS, facts.movingS - 2)),
    // Strava tells no speeds along the track.
    fiveMinutesKmh: null,
  }
}
