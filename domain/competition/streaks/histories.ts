import type { Db } from "#ports/db.ts"
import type { DoneActivity, DoneDay } from "./milestones.ts"

/** What an athlete has done, without names of activities. */
interface History {
  athlete: number
  timeZone: string
  days: DoneDay[]
  activities: DoneActivity[]
}

/** The whole history of athletes, for their milestones. Sample athletes have none. */
export async function historiesOf({ sql }: Pick<Db, "sql">, athletes: readonly number[]): Promise<History[]> {
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
  return rows.map(({ days, activities, ...whose }) => ({
    ...whose,
    days: days.map(([on, points, active]) => ({ on, points, active })),
    activities: activities.map(([on, kind, seconds]) => ({ on, kind, seconds, name: null, credit: null })),
  }))
}
