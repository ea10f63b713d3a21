import { z } from "zod"
import { streakRule } from "#content/streak-rule.ts"
import { planWeeks, weekFields } from "#domain/competition/streaks/weeks.ts"
import type { World } from "#domain/world.ts"
import { notJoined, type Refused, type Typed } from "../member-action.ts"

const { least, most } = streakRule.activeDays
const { activeDays, week } = weekFields
const shape = z.discriminatedUnion("form", [
  z.object({ form: z.literal("goal"), activeDays }),
  z.object({ form: z.literal("declare"), week }),
  z.object({ form: z.literal("withdraw"), week }),
])

const problems = {
  invalid: `Choose ${least} to ${most} days, or one of the weeks.`,
  begun: "This week has already started, so it stays as it is. You can change weeks starting next Monday.",
  too_far: "Choose a week in the next twelve months.",
  too_many: `You can take up to ${streakRule.breakWeeksAYear} weeks of break a year.`,
}

/** Changes the member's weeks from the next one on: how many active days count, or one week of break. */
export async function saveWeeks(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const read = shape.safeParse(typed)
  if (!read.success) return { status: 422, code: "invalid", problem: problems.invalid }
  const done = await planWeeks(world, userId, changeOf(read.data))
  if (done.ok) return null
  return done.code === "not_joined"
    ? notJoined
    : { status: 409, code: done.code, problem: problems[done.code] }
}

function changeOf(sent: z.infer<typeof shape>) {
  if (sent.form === "goal") return { activeDays: sent.activeDays }
  return sent.form === "declare" ? { declare: sent.week } : { withdraw: sent.week }
}
