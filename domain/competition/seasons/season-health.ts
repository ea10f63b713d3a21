import type { World } from "#domain/world.ts"

/** Four figures about whether the community lives. Each is null while fewer than `leastBehindFigure` people are behind it. */
interface SeasonHealth {
  /** Athletes with an active day in the last four weeks. */
  active: number | null
  /** Of those who joined in the last 90 days, the share, in percent, whose first activity counted within 48 hours. */
  quick: number | null
  /** Of those who trained in the last closed season but one of a series, the share, in percent, who also trained in the last one. */
  back: number | null
  /** Who trained on enough days of the last closed season that has such a rule. */
  finishers: number | null
}

/** Fewer people than this could be recognized in a figure. */
export const leastBehindFigure = 5

/**
 * Counted now. Without sample athletes, and without days from services whose terms forbid to show them to everybody, so
 * that anybody may see the figures.
 */
export async function seasonHealth({ db, now }: Pick<World, "db" | "now">): Promise<SeasonHealth> {
  const { sql } = db
  const at = now()
  const [row] = (await sql<Counted>`
    with closed as (
      select id, series, finish_days, row_number() over (partition by series order by closes_at desc) as nth, closes_at
      from seasons where closed_at is not null
    ),
    last as (select * from closed where nth = 1 order by closes_at desc limit 1),
    trained as (
      select r.season_id, r.athlete_id, r.active_days - r.restricted_days as days
      from season_results r join athletes a on a.id = r.athlete_id
      where not a.demo and r.active_days > r.restricted_days
    ),
    before as (
      select t.athlete_id from trained t join closed c on c.id = t.season_id join last on last.series = c.series
      where c.nth = 2
    ),
    joined as (
      select a.id, a.joined_at from athletes a
      where not a.demo and a.joined_at between ${at}::timestamptz - interval '90 days' and ${at}::timestamptz - interval '48 hours'
    )
    select
      (select count(distinct d.athlete_id)::int from athlete_days d join athletes a on a.id = d.athlete_id
        where d.active and not d.restricted and not a.demo
          and d.local_on > (${at}::timestamptz - interval '28 days')::date) as active,
      (select count(*)::int from joined) as joined,
      (select count(*)::int from joined j where exists (
        select from activities x join athlete_days d on d.athlete_id = x.athlete_id and d.local_on = x.local_on
        where x.athlete_id = j.id and x.status = 'counted' and not d.restricted
          and x.received_at <= j.joined_at + interval '48 hours')) as quick,
      (select count(*)::int from before) as before,
      (select count(*)::int from before b where exists (
        select from trained t join last on last.id = t.season_id where t.athlete_id = b.athlete_id)) as back,
      (select count(*)::int from trained t join last on last.id = t.season_id where t.days >= last.finish_days) as finishers
  `) as [Counted]
  const share = (part: number, whole: number) =>
    whole < leastBehindFigure ? null : Math.round((100 * part) / whole)
  return {
    active: row.active < leastBehindFigure ? null : row.active,
    quick: share(row.quick, row.joined),
    back: share(row.back, row.before),
    finishers: row.finishers < leastBehindFigure ? null : row.finishers,
  }
}

interface Counted {
  active: number
  joined: number
  quick: number
  before: number
  back: number
  finishers: number
}

/** The figures that exist, in words. */
export function healthInWords({
  active,
  quick,
  back,
  finishers,
}: SeasonHealth): { value: string; label: string }[] {
  return [
    { value: active, unit: "", label: "athletes active in four weeks" },
    { value: quick, unit: "%", label: "of newcomers counted within 48 hours" },
    { value: back, unit: "%", label: "came back for the next season" },
    { value: finishers, unit: "", label: "finished the last season" },
  ].flatMap(({ value, unit, label }) =>
    value === null ? [] : [{ value: `${value.toLocaleString("en-US")}${unit}`, label }],
  )
}
