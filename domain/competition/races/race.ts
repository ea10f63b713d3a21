import { competition } from "#content/competitions.ts"
import { leastFinishersBefore, ownDates, type SideRace } from "#content/races.ts"
import { riseRule } from "#content/rise-rule.ts"
import type { Db, Sql } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"

/** A side race of one season, or with days of its own. */
export interface Race extends SideRace {
  id: number
  /** Null for a race with days of its own. */
  seasonId: number | null
  /** The season's address, "monthly-2026-11", or "dates". */
  season: string
  /** Null for a race with days of its own. */
  series: string | null
  from: string
  to: string
  opensAt: Date
  closesAt: Date
  /** When its results were frozen. */
  closedAt: Date | null
  /** When its teams were drawn; null before, and in a race of athletes. */
  drawnAt: Date | null
  /** When those who joined in the first days were put into its teams. */
  latePlacedAt: Date | null
  /** How many members of a team count on each day. */
  countedMembers: number | null
  /** Ended by an operator, without results. */
  endedAt: Date | null
}

/** Columns of a side race as `SideRace` names them; `r` is the row of `races`. */
export const sideRaceColumns = (sql: Sql) => sql`
  r.name, r.title, r.words, r.metric, r.kinds, r.weekdays::integer[] as weekdays, r.newcomers, r.cap_a_day as "capADay",
  r.days_a_week::integer as "daysAWeek", r.least_minutes::integer as "leastMinutes", r.least_days::integer as "leastDays",
  r.entrants, r.from_on::text as "fromOn", r.to_on::text as "toOn", r.team_size::integer as "teamSize", r.target, r.prize,
  r.most_prizes::integer as "mostPrizes", r.listed, r.repeats`

/** The beginning of a day on the competition's calendar. */
const midnight = (sql: Sql, day: ReturnType<Sql>) =>
  sql`(${day})::timestamp at time zone ${competition.timeZone}`

const raceColumns = (sql: Sql) => sql`
  r.id, r.season_id as "seasonId", coalesce(s.slug, ${ownDates}) as season, s.series,
  coalesce(r.from_on, s.from_on)::text as from, coalesce(r.to_on, s.to_on)::text as to,
  coalesce(s.opens_at, ${midnight(sql, sql`r.from_on`)}) as "opensAt",
  coalesce(s.closes_at, ${midnight(sql, sql`r.to_on + 1`)}) as "closesAt", r.closed_at as "closedAt", r.ended_at as "endedAt", r.drawn_at as "drawnAt",
  r.late_placed_at as "latePlacedAt",
  r.counted_members::integer as "countedMembers", ${sideRaceColumns(sql)}`

/**
 * A race for newcomers means nothing while nearly everybody is one, and a rise nothing before anybody has weeks to
 * compare with.
 */
const isShown = (sql: Sql) => sql`
  r.ended_at is null and r.entrants <> 'invited' and (r.metric <> 'rise' or exists (
    select from athlete_days past
    where past.local_on < date_trunc('week', s.from_on)::date - ${7 * (riseRule.medianWeeks - 1)}::integer and past.points > 0
  )) and (not r.newcomers or (
    select count(distinct before.athlete_id) >= ${leastFinishersBefore}
    from season_results before join seasons earlier on earlier.id = before.season_id
    where earlier.to_on < coalesce(s.from_on, r.from_on)
  ))`

/** The side races of a season that are shown, in the order of the page. */
export async function racesOf({ sql }: Pick<Db, "sql">, season: string): Promise<Race[]> {
  return sql<Race>`
    select ${raceColumns(sql)}
    from races r left join seasons s on s.id = r.season_id
    where coalesce(s.slug, ${ownDates}) = ${season} and ${isShown(sql)}
    order by r.position, r.id`
}

/** The side races that are on and that /leaderboard shows, as links. */
export async function listedRaces(
  { sql }: Pick<Db, "sql">,
  now: Date,
): Promise<Pick<Race, "season" | "name" | "title" | "words" | "prize">[]> {
  return sql<Pick<Race, "season" | "name" | "title" | "words" | "prize">>`
    select coalesce(s.slug, ${ownDates}) as season, r.name, r.title, r.words, r.prize
    from races r left join seasons s on s.id = r.season_id
    where coalesce(s.opens_at, ${midnight(sql, sql`r.from_on`)}) <= ${now} and r.listed and ${isShown(sql)}
      and coalesce(s.closes_at, ${midnight(sql, sql`r.to_on + 1`)}) > ${now}
    order by s.series, r.position, r.id`
}

/** Finds a side race by its address; undefined if there is none, or if it is not shown. */
export async function findRace(
  { sql }: Pick<Db, "sql">,
  { season, name }: { season: string; name: string },
): Promise<Race | undefined> {
  const [race] = await sql<Race>`
    select ${raceColumns(sql)}
    from races r left join seasons s on s.id = r.season_id
    where coalesce(s.slug, ${ownDates}) = ${season} and r.name = ${name} and ${isShown(sql)}`
  return race
}

/** The addresses of the seasons of the same series in which a race of this name is final, newest first. */
export async function finalSeasons(
  { sql }: Pick<Db, "sql">,
  { series, name }: Pick<Race, "series" | "name">,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ slug: string }>`
    select coalesce(s.slug, ${ownDates}) as slug from races r left join seasons s on s.id = r.season_id
    where s.series is not distinct from ${series} and r.entrants <> 'invited' and r.name = ${name} and r.closed_at is not null and r.ended_at is null
    order by s.opens_at desc limit ${limit}`
  return rows.map(({ slug }) => slug)
}

/** Whose days a race counts: those of a season, by its id, or its own, with its id. */
export type DaysOf = number | { id: number; from: Day; to: Day }

export function daysOf({ id, seasonId, from, to }: Pick<Race, "id" | "seasonId" | "from" | "to">): DaysOf {
  return seasonId ?? { id, from, to }
}

/** A race as a row of `races` that need not be stored, for private.race_days and private.race_values. */
export function asRow(sql: Sql, race: SideRace, of: DaysOf) {
  const row = {
    ...(typeof of === "number" ? { season_id: of } : { id: of.id, from_on: of.from, to_on: of.to }),
    name: race.name,
    entrants: race.entrants,
    metric: race.metric,
    kinds: race.kinds,
    weekdays: race.weekdays,
    newcomers: race.newcomers,
    cap_a_day: race.capADay,
    days_a_week: race.daysAWeek,
    least_minutes: race.leastMinutes,
    least_days: race.leastDays,
  }
  return sql`jsonb_populate_record(null::public.races, ${sql.json(row)}::jsonb)`
}
