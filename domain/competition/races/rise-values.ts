import { riseRule } from "#content/rise-rule.ts"
import { streakRule } from "#content/streak-rule.ts"
import type { Db } from "#ports/db.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"
import { type Rise, riseOf } from "../rise/rise.ts"
import type { Value } from "./ranking.ts"

/** Enough weeks for those of the rule, although two years' breaks are left out of them. */
const weeksRead = riseRule.best.ofWeeks + 2 * streakRule.breakWeeksAYear
/** Athletes of one statement: half a year of each of 100,000 at once would not fit in memory. */
const atOnce = 2_000

interface Stored {
  athlete: number
  /** Days on the season's board, and the points of each. */
  days: Day[]
  points: number[]
  /** Weeks before the season, 0 for the last one, and the points of each. */
  ago: number[]
  weekPoints: number[]
  /** The first day with points, ever. */
  firstOn: Day | null
  breaks: Day[]
  restricted: boolean
  credits: string[] | null
}

interface RiseOptions {
  /** The id of the season. */
  season: number
  /** On the competition's calendar. */
  today: Day
}

interface Risen {
  athlete: number
  rise: Rise
  /** Days with points in the season so far. */
  days: number
  restricted: boolean
  credits: readonly string[]
}

/** The values of a race of rise: everybody with a rank. @param athletes only these; null: all with points in the season */
export async function riseValues(
  { sql }: Pick<Db, "sql">,
  { athletes, ...asked }: RiseOptions & { athletes: readonly number[] | null },
): Promise<Value[]> {
  const values: Value[] = []
  const all = athletes ?? (await athletesIn({ sql }, asked.season))
  for (let start = 0; start < all.length; start += atOnce) {
    const risen = await risesOf({ sql }, { ...asked, athletes: all.slice(start, start + atOnce) })
    for (const { athlete, rise, days, restricted, credits } of risen)
      if (rise.unranked === null && rise.percent > 0)
        values.push({ athlete, value: rise.percent, days, restricted, credits })
  }
  return values
}

/** How an athlete's season compares with their past; undefined without points in it. */
export async function riseOfAthlete(
  { sql }: Pick<Db, "sql">,
  { athlete, ...asked }: RiseOptions & { athlete: number },
): Promise<Rise | undefined> {
  const [risen] = await risesOf({ sql }, { ...asked, athletes: [athlete] })
  return risen?.rise
}

async function athletesIn({ sql }: Pick<Db, "sql">, season: number): Promise<number[]> {
  const rows = await sql<{ athlete: number }>`
    select distinct d.athlete_id::float8 as athlete
    from boards b join private.board_days d on d.board_id = b.id
    where b.season_id = ${season}`
  return rows.map(({ athlete }) => athlete)
}

async function risesOf(
  { sql }: Pick<Db, "sql">,
  { season, today, athletes }: RiseOptions & { athletes: readonly number[] },
): Promise<Risen[]> {
  const [window] = await sql<{ from: Day; to: Day; board: number }>`
    select s.from_on::text as from, s.to_on::text as to, b.id as board
    from seasons s join boards b on b.season_id = s.id where s.id = ${season}`
  if (!window || athletes.length === 0) return []
  const monday = mondayOf(window.from)
  const rows = await sql<Stored>`
    with season as (
      select d.athlete_id, array_agg(d.local_on::text) as days, array_agg(d.points::integer) as points,
        bool_or(d.restricted) as restricted
      from private.board_days d
      where d.board_id = ${window.board} and d.athlete_id = any(${athletes}::bigint[])
      group by d.athlete_id
    ),
    weeks as (
      select d.athlete_id, (${monday}::date - 1 - d.local_on) / 7 as ago, sum(d.points)::integer as points,
        bool_or(d.restricted) as restricted
      from athlete_days d
      where d.athlete_id = any(${athletes}::bigint[])
        and d.local_on >= ${addDays(monday, -7 * weeksRead)}::date and d.local_on < ${monday}::date
      group by 1, 2
    ),
    past as (
      select w.athlete_id, array_agg(w.ago) as ago, array_agg(w.points) as points, bool_or(w.restricted) as restricted
      from weeks w group by w.athlete_id
    ),
    credited as (
      select d.athlete_id, array_agg(distinct credit order by credit) as credits
      from athlete_days d, unnest(d.credits) credit
      where d.athlete_id = any(${athletes}::bigint[]) and d.credits is not null
        and d.local_on between ${addDays(monday, -7 * weeksRead)}::date and ${addDays(window.to, 1)}::date
      group by d.athlete_id
    ),
    breaks as (
      select b.athlete_id, array_agg(b.week_on::text) as weeks from break_weeks b
      where b.athlete_id = any(${athletes}::bigint[])
      group by b.athlete_id
    )
    select s.athlete_id::float8 as athlete, s.days, s.points, coalesce(p.ago, '{}') as ago,
      coalesce(p.points, '{}') as "weekPoints", coalesce(b.weeks, '{}') as breaks, c.credits,
      s.restricted or coalesce(p.restricted, false) as restricted,
      (
        select d.local_on::text from athlete_days d where d.athlete_id = s.athlete_id and d.points > 0
        order by d.local_on limit 1
      ) as "firstOn"
    from season s
    left join past p on p.athlete_id = s.athlete_id
    left join credited c on c.athlete_id = s.athlete_id
    left join breaks b on b.athlete_id = s.athlete_id
    where not exists (
      select from disqualifications q where q.season_id = ${season} and q.athlete_id = s.athlete_id
    )`
  // Once for all of them: a day's name takes longer than all of the sums.
  const mondays = Array.from({ length: weeksRead }, (_, ago) => addDays(monday, -7 * (ago + 1)))
  return rows.map((row) => risen(row, { ...window, today, mondays }))
}

/** @param mondays those of the weeks before the season, the last one first */
function risen(
  stored: Stored,
  { from, to, today, mondays }: { from: Day; to: Day; today: Day; mondays: readonly Day[] },
): Risen {
  // The season's first and last instant are within days that, far from the competition's zone, are called otherwise.
  const within = (on: Day) => (on < from ? from : on > to ? to : on)
  const points = stored.days.map((on, nr) => ({ on: within(on), points: stored.points[nr] ?? 0 }))
  // East of the competition's zone it may already be another day, which counts once somebody has trained on it.
  const last = within(points.reduce((latest, { on }) => (on > latest ? on : latest), today))
  const weeks = stored.ago.map((ago, nr) => ({ on: mondays[ago] ?? "", points: stored.weekPoints[nr] ?? 0 }))
  // History may begin before the weeks that were read; how much it was then does not matter.
  if (stored.firstOn && stored.firstOn < (mondays.at(-1) ?? ""))
    weeks.push({ on: mondayOf(stored.firstOn), points: 1 })
  return {
    athlete: stored.athlete,
    rise: riseOf({
      weeks,
      season: { opensOn: from, days: daysBetween(from, last) + 1, points },
      breaks: stored.breaks,
    }),
    days: points.length,
    restricted: stored.restricted,
    credits: stored.credits ?? [],
  }
}
