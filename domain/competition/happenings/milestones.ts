import { happeningsRule } from "#content/happenings-rule.ts"
import type { Db } from "#ports/db.ts"
import { addDays, dayIn } from "#primitives/zones.ts"
import { type DoneActivity, type DoneDay, type Milestone, milestonesOf } from "../streaks/milestones.ts"
import type { Fact } from "./fact.ts"

/**
 * The milestones of these athletes that are news: reached on one of the last days, for which facts are kept. By the one rule of
 * streaks/milestones.ts, which needs the whole history; so not in the transaction of the upload, which would wait for it.
 */
export async function factsOfMilestones({ sql }: Db, athletes: readonly number[], at: Date): Promise<Fact[]> {
  if (athletes.length === 0) return []
  const rows = await sql<{
    athlete: number
    timeZone: string
    days: [on: string, points: number, active: boolean][]
    activities: [on: string, kind: DoneActivity["kind"], seconds: number][]
  }>`
    select a.id::float8 as athlete, a.time_zone as "timeZone",
      (
        select coalesce(jsonb_agg(jsonb_build_array(d.local_on, d.points, d.active) order by d.local_on), '[]')
        from athlete_days d where d.athlete_id = a.id
      ) as days,
      (
        select coalesce(jsonb_agg(
          jsonb_build_array(x.local_on, x.kind, coalesce(x.counted_s, x.moving_s)) order by x.started_at, x.id
        ), '[]')
        from activities x where x.athlete_id = a.id and x.status = 'counted'
      ) as activities
    from athletes a
    where a.id = any(${athletes}::bigint[]) and not a.demo`
  return rows.flatMap(({ athlete, timeZone, days, activities }) => {
    const since = addDays(dayIn(at, timeZone), -happeningsRule.keptDays)
    const done = days.map(([on, points, active]): DoneDay => ({ on, points, active }))
    const counted = activities.map(
      ([on, kind, seconds]): DoneActivity => ({ on, kind, seconds, name: null, credit: null }),
    )
    return milestonesOf(done, counted)
      .filter(({ on }) => on > since)
      .map((one) => ({ kind: "milestone", athlete, other: null, season: null, on: one.on, data: told(one) }))
  })
}

/** What is kept of a milestone: its amount, and a key under which it is told once. */
function told(one: Milestone): Fact["data"] {
  const { kind: milestone, on } = one
  switch (one.kind) {
    case "active-days":
      return { key: `${milestone} ${one.count}`, milestone, count: one.count }
    case "hours":
      return { key: `${milestone} ${one.hours}`, milestone, hours: one.hours }
    case "first-of-kind":
      return { key: `${milestone} ${one.activity.kind}`, milestone, sport: one.activity.kind }
    case "first-points":
      return { key: milestone, milestone, points: one.points }
    default:
      return { key: `${milestone} ${on}`, milestone, points: one.points }
  }
}
