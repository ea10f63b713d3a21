import { rulesets } from "./competitions.ts"

/** With fewer athletes with points than this, pace lines are shown on the board. */
export const companyOf = 10

/** The training of a pace line on each active day, and the shares of active days of the lines. */
const workout = { minutes: 30, km: 5 }
const shares = [5 / 7, 3 / 7, 1 / 7]

/**
 * The points that a number of active days, each with a half-hour run of 5 km, would have earned. It belongs to nobody,
 * so it has no name or place.
 */
interface PaceLine {
  activeDays: number
  points: number
}

/**
 * Three pace lines after the given number of days of a board, most points first; fewer while the days are too few to
 * distinguish them.
 * @param day the day by whose rules it counts, "2026-11-20"
 */
export function paceLines(days: number, day: string): PaceLine[] {
  const rules = rulesets.findLast(({ from }) => from <= day) ?? rulesets[0]
  const { time, distance, consistency } = rules
  const aDay =
    workout.minutes * (time.weights.run ?? 0) + workout.km * (distance.factors.run ?? 0) + consistency.points
  const active = new Set(shares.map((share) => Math.max(1, Math.round(days * share))))
  return [...active].map((activeDays) => ({ activeDays, points: activeDays * aDay }))
}
