import type { Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { addDays } from "#primitives/zones.ts"
import { competitionDay, seasonOf } from "../calendar/period.ts"

export interface SeriesPreview {
  from: string
  to: string
  /** Athletes with points in these days. */
  athletes: number
  finishers: number
  /** Who would be in the places of the prizes, for operators; the rules of who may win are not applied. */
  first: { rank: number; name: string; points: number }[]
}

/** What the last complete season of a series would have been, from the days that are stored: for an operator who is writing its rules. */
export async function previewSeries(
  { sql }: Pick<Db, "sql">,
  series: Series,
  now: Date,
): Promise<SeriesPreview> {
  const running = seasonOf(series, competitionDay(now))
  const { from, to } = seasonOf(series, addDays(running.from, -1))
  const [shown] = await sql<Omit<SeriesPreview, "from" | "to">>`
    with totals as (
      select athlete_id, sum(points)::integer as points, count(*) filter (where active) as active
      from athlete_days where local_on between ${from} and ${to} and points > 0 group by athlete_id
    ),
    first as (
      select rank() over (order by t.points desc, t.active desc)::integer as rank, a.display_name as name, t.points
      from totals t join athletes a on a.id = t.athlete_id
      order by t.points desc, t.active desc, a.id limit ${Math.max(3, series.prizes.length)}
    )
    select count(*)::integer as athletes, count(*) filter (where active >= ${series.finishDays})::integer as finishers,
      coalesce((select jsonb_agg(to_jsonb(f) order by f.rank, f.name) from first f), '[]') as first
    from totals`
  return { from, to, athletes: 0, finishers: 0, first: [], ...shown }
}
