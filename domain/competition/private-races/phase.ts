import type { Day } from "#primitives/zones.ts"
import { earliestDay, latestDay } from "../calendar/days-anywhere.ts"

/**
 * Where a private race stands. `late`: over, and recordings that arrive still count. `ended`: fewer athletes than a race
 * needs were left, so there is no result.
 */
export type PrivateRacePhase = "upcoming" | "running" | "late" | "final" | "ended"

/** Where a race stands for everybody: it has begun with the first entrant's day, and is over with the last one's. */
export function privatePhase(
  race: { from: Day; to: Day; closedAt: Date | null; endedAt: Date | null },
  now: Date,
): PrivateRacePhase {
  if (race.endedAt) return "ended"
  if (race.closedAt) return "final"
  if (race.from > latestDay(now)) return "upcoming"
  return race.to >= earliestDay(now) ? "running" : "late"
}
