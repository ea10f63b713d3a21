import { z } from "zod"
import { streakRule } from "#content/streak-rule.ts"
import { ownYear } from "#domain/competition/streaks/own-year.ts"
import { planWeeks } from "#domain/competition/streaks/weeks.ts"
import { isDay, weekday } from "#primitives/zones.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  not_joined: { message: "Join the competition first.", status: 409 },
  begun: { message: "A break begins with next week at the earliest.", status: 409 },
  too_far: { message: "Choose a week of the next twelve months.", status: 409 },
  too_many: { message: `A year has up to ${streakRule.breakWeeksAYear} weeks of break.`, status: 409 },
} as const

const year = z.int("must be a whole number").min(1995, "is too early").max(2099, "is too late")

/** The caller's year: streak, calendar and milestones; `{ year }` selects another year than the current one. */
export const myYear = memberFunction(
  z.object({ year: year.optional() }),
  async (world, asked, { userId }) => {
    const read = await ownYear(world, userId, asked.year)
    return read.ok ? { ok: true, value: read.year } : { ...read, ...refusals[read.code] }
  },
)

const { least, most } = streakRule.activeDays

const shape = z
  .object({
    activeDays: z
      .int("must be a whole number")
      .min(least, `must be at least ${least}`)
      .max(most, `must be at most ${most}`),
    breaks: z
      .array(
        z
          .string("must be text")
          .refine((day) => isDay(day) && weekday(day) === 1, "must be Mondays, such as 2026-11-30"),
      )
      .max(2 * streakRule.breakWeeksAYear, "has more weeks than two years can have"),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Enter at least one change")

/**
 * Changes the caller's weeks from the next one on: `activeDays`, the number of days with which a week counts, and
 * `breaks`, the Mondays of all planned weeks of break that have not begun. Refused: `begun`, `too_far`, `too_many`.
 */
export const changeWeeks = memberFunction(shape, async (world, change, { userId }) => {
  const changed = await planWeeks(world, userId, change)
  return changed.ok ? { ok: true, value: {} } : { ...changed, ...refusals[changed.code] }
})
