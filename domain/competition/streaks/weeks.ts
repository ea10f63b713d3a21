import { streakRule } from "#content/streak-rule.ts"
import type { World } from "#domain/world.ts"
import { addDays, type Day, dayIn, mondayOf, yearOfWeek } from "#primitives/zones.ts"

/** What a member decides about their weeks; what is left out stays as it is. */
interface WeeksChange {
  /** Active days with which a week counts, from the next week on. */
  activeDays?: number | undefined
  /** The Mondays of all weeks of break that have not begun: others are withdrawn. */
  breaks?: readonly Day[] | undefined
}

/**
 * Changes a member's weeks from the next one on, so that no week that has begun is judged anew.
 * Errors: `not_joined`; for weeks of break `begun`, `too_far` ahead, and `too_many` in one year.
 */
export async function planWeeks(
  world: World,
  userId: string,
  change: WeeksChange,
): Promise<{ ok: true } | { ok: false; code: "not_joined" | "begun" | "too_far" | "too_many" }> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    // Held until the commit, so that two changes at a time cannot exceed the weeks of a year together.
    const [athlete] = await db.sql<{ id: number; timeZone: string }>`
      select id::float8 as id, time_zone as "timeZone" from athletes where user_id = ${userId} for no key update
    `
    if (!athlete) return { ok: false, code: "not_joined" }
    const present = mondayOf(dayIn(now, athlete.timeZone))
    if (change.breaks) {
      const stored = await db.sql<{ week: Day }>`
        select week_on::text as week from break_weeks where athlete_id = ${athlete.id}
      `
      const begun = stored.map(({ week }) => week).filter((week) => week <= present)
      const wanted = [...new Set(change.breaks)].filter((week) => !begun.includes(week))
      if (wanted.some((week) => week <= present)) return { ok: false, code: "begun" }
      const farthest = addDays(present, streakRule.breakWeeksAhead * 7)
      if (wanted.some((week) => week > farthest)) return { ok: false, code: "too_far" }
      if (isTooMany([...begun, ...wanted])) return { ok: false, code: "too_many" }
      await db.sql`
        delete from break_weeks
        where athlete_id = ${athlete.id} and week_on > ${present}::date and week_on <> all (${wanted}::date[])
      `
      await db.sql`
        insert into break_weeks (athlete_id, week_on, declared_at)
        select ${athlete.id}, week, ${now} from unnest(${wanted}::date[]) as week
        on conflict do nothing
      `
    }
    if (change.activeDays !== undefined)
      await db.sql`
        insert into week_goals (athlete_id, from_on, active_days, chosen_at)
        values (${athlete.id}, ${addDays(present, 7)}::date, ${change.activeDays}, ${now})
        on conflict (athlete_id, from_on) do update set
          active_days = excluded.active_days, chosen_at = excluded.chosen_at
      `
    return { ok: true }
  })
}

function isTooMany(weeks: readonly Day[]): boolean {
  const years = weeks.map(yearOfWeek)
  return years.some((year) => years.filter((one) => one === year).length > streakRule.breakWeeksAYear)
}
