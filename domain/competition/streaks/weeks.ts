import { z } from "zod"
import { streakRule } from "#content/streak-rule.ts"
import type { World } from "#domain/world.ts"
import { isDay } from "#primitives/days.ts"
import { addDays, type Day, dayIn, mondayOf, weekday, yearOfWeek } from "#primitives/zones.ts"

const { least, most } = streakRule.activeDays

/** What a member decides, as a form sends it: active days as text, a week by its Monday. */
export const weekFields = {
  activeDays: z.coerce.number().int().min(least).max(most),
  week: z.string().refine((day) => isDay(day) && weekday(day) === 1),
}

/**
 * What a member decides about their weeks: `activeDays`: how many a week needs, from the next one on; or a week of
 * break to declare or withdraw, by its Monday.
 */
type WeeksChange = { activeDays: number } | { declare: Day } | { withdraw: Day }

type Planned = { ok: true } | { ok: false; code: "not_joined" | "begun" | "too_far" | "too_many" }

/**
 * Changes a member's weeks from the next one on, so that no week that has begun is judged again. Idempotent.
 * Errors: `not_joined`; for weeks of break `begun`, `too_far` ahead, and `too_many` in one year.
 */
export async function planWeeks(world: World, userId: string, change: WeeksChange): Promise<Planned> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<Planned> => {
    // Held until the commit, so that two concurrent changes cannot together exceed a year's weeks of break.
    const [athlete] = await db.sql<{ id: number; timeZone: string }>`
      select id::float8 as id, time_zone as "timeZone" from athletes where user_id = ${userId} for no key update
    `
    if (!athlete) return { ok: false, code: "not_joined" }
    const present = mondayOf(dayIn(now, athlete.timeZone))
    if ("activeDays" in change) {
      await db.sql`
        insert into week_goals (athlete_id, from_on, active_days, chosen_at)
        values (${athlete.id}, ${addDays(present, 7)}::date, ${change.activeDays}, ${now})
        on conflict (athlete_id, from_on) do update set
          active_days = excluded.active_days, chosen_at = excluded.chosen_at
      `
      return { ok: true }
    }
    const week = "declare" in change ? change.declare : change.withdraw
    if (week <= present) return { ok: false, code: "begun" }
    if ("withdraw" in change) {
      await db.sql`delete from break_weeks where athlete_id = ${athlete.id} and week_on = ${week}::date`
      return { ok: true }
    }
    if (week > addDays(present, streakRule.breakWeeksAhead * 7)) return { ok: false, code: "too_far" }
    const stored = await db.sql<{ week: Day }>`
      select week_on::text as week from break_weeks where athlete_id = ${athlete.id}
    `
    if (isTooMany([...stored.map((row) => row.week).filter((one) => one !== week), week]))
      return { ok: false, code: "too_many" }
    await db.sql`
      insert into break_weeks (athlete_id, week_on, declared_at) values (${athlete.id}, ${week}::date, ${now})
      on conflict do nothing
    `
    return { ok: true }
  })
}

function isTooMany(weeks: readonly Day[]): boolean {
  const years = weeks.map(yearOfWeek)
  return years.some((year) => years.filter((one) => one === year).length > streakRule.breakWeeksAYear)
}
