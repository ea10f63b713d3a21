import { addDays, type Day, dayAt } from "#primitives/zones.ts"
import { competitionDay } from "./period.ts"

/** The latest day that it is anywhere: a race that begins on it has begun for somebody. */
export function latestDay(now: Date): Day {
  return dayAt(now, 14 * 3600)
}

/** The earliest day that it still is anywhere: a race that ends before it is over for everybody. */
export function earliestDay(now: Date): Day {
  return dayAt(now, -12 * 3600)
}

/** A race whose last day is this one or earlier is final: everybody has had most of a day for late recordings. */
export function lastSettledDay(now: Date): Day {
  return addDays(competitionDay(now), -2)
}

/** The day on the competition's calendar with which a race is final. */
export function settlesOn(to: Day): Day {
  return addDays(to, 2)
}
