import { rulesets } from "./competitions.ts"

/** Below so many athletes with points, lines of pace keep them company. */
export const companyOf = 10

/** What a line of pace does on each of its active days, and the shares of days that the lines are active. */
const workout = { minutes: 30, km: 5 }
const shares = [5 / 7, 3 / 7, 1 / 7]

/** What a number of active days, each with a half-hour run of 5 km, would have earned. Nobody's, so it has no name or place. */
interface PaceLine {
  activeDays: number
  points: number
}

/**
 * Three lines of pace after so many days of a board, most points first; fewer while the days do not tell them apart.
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
