import type { StravaActivity } from "../../../strava.ts"
import { kindOf, type SentActivity } from "../../scoring/activity.ts"

/** An activity of Strava in the words of the competition. */
export function toSent({ id, stravaId, sports, ...facts }: StravaActivity): SentActivity {
  return {
    ...facts,
    source: "strava",
    externalId: id,
    kind: kindOf(...sports),
    sport: sports[0] ?? "",
    // Moving time may be a second longer through rounding.
    movingS: Math.min(facts.movingS, Math.max(facts.elapsedS, facts.movingS - 2)),
    // Strava tells no speeds along the track.
    fiveMinutesKmh: null,
  }
}
