import type { ActivityKind } from "#content/activity-kinds.ts"
import type { Db } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"
import { streakOf } from "./streak.ts"

/** What is stored of a member's training, and what they decided about their weeks. */
export interface Stored {
  athleteId: number
  timeZone: string
  days: [on: Day, points: number, active: boolean, credits: string[] | null][]
  activities: [on: Day, kind: ActivityKind, name: string | null, seconds: number, credit: string | null][]
  goals: [from: Day, activeDays: number][]
  breaks: Day[]
}

/**
 * The training of athletes: one statement, so that days, activities and settings are from the same moment.
 * @param whose a condition on the athlete `a`
 */
export function readStored({ sql }: Pick<Db, "sql">, whose: ReturnType<Db["sql"]>): PromiseLike<Stored[]> {
  return sql<Stored>`
    select
      a.id::float8 as "athleteId",
      a.time_zone as "timeZone",
      (
        select coalesce(jsonb_agg(jsonb_build_array(d.local_on, d.points, d.active, d.credits) order by d.local_on), '[]')
        from athlete_days d where d.athlete_id = a.id
      ) as days,
      (
        select coalesce(jsonb_agg(
          jsonb_build_array(x.local_on, x.kind, x.name, coalesce(x.counted_s, x.moving_s), x.credit)
          order by x.started_at, x.id
        ), '[]')
        from activities x where x.athlete_id = a.id and x.status = 'counted'
      ) as activities,
      (
        select coalesce(jsonb_agg(jsonb_build_array(g.from_on, g.active_days)), '[]')
        from week_goals g where g.athlete_id = a.id
      ) as goals,
      (
        select coalesce(jsonb_agg(b.week_on order by b.week_on), '[]') from break_weeks b where b.athlete_id = a.id
      ) as breaks
    from athletes a
    where ${whose}`
}

/** The streak of a member, up to their day. */
export function streakFrom({ days, goals, breaks }: Stored, today: Day): ReturnType<typeof streakOf> {
  return streakOf({
    days: days.flatMap(([on, , active]) => (active ? [on] : [])),
    goals: goals.map(([from, activeDays]) => ({ from, activeDays })),
    breaks,
    today,
  })
}
