import type { Db } from "#ports/db.ts"
import { leastBehindFigure } from "./season-health.ts"

/**
 * What a sponsor's season or side race came to. Numbers of people alone; each is null while it, or the rest of the group it is a part
 * of, is a group so small that somebody could be recognized in it.
 */
export interface SponsorReport {
  /** Athletes with points. */
  athletes: number | null
  /** Of these, those for whom it was the first season. */
  newcomers: number | null
  /** Of these, those with enough active days; null in a side race of athletes, which has no finishers. */
  finishers: number | null
  /** Active days of all athletes together. */
  activeDays: number | null
  /** When it was counted: ISO 8601. */
  at: string
}

/**
 * Counts the reports of a season that has closed and of its side races, or of one side race. Called in the transaction that
 * freezes their tables.
 */
export async function freezeReports(
  db: Db,
  { season = null, race = null }: { season?: number | null; race?: number | null },
  now: Date,
): Promise<void> {
  const due = await db.sql<{ id: number }>`
    select x.id from private.sponsorships x left join races r on r.id = x.race_id
    where x.season_id = ${season} or r.id = ${race} or (r.season_id = ${season} and r.closed_at is not null)`
  for (const { id } of due) await freezeReport(db, id, now)
}

interface Counted {
  athletes: number
  finishers: number | null
  newcomers: number
  days: number
}

/**
 * Counts the report of a sponsored season or side race that has closed, once: what happens later does not change it. Without
 * sample athletes, and without days from services whose terms forbid to show them; in a side race of athletes these are not
 * told apart, so whoever has any is left out. A race of teams counts the season's days of its members.
 */
export async function freezeReport({ sql }: Db, sponsorship: number, now: Date): Promise<void> {
  const [of] = await sql<{ seasonId: number | null; raceId: number | null; entrants: string | null }>`
    select x.season_id as "seasonId", x.race_id as "raceId", r.entrants
    from private.sponsorships x left join races r on r.id = x.race_id
    where x.id = ${sponsorship} and x.report is null for update of x`
  if (!of) return
  const isOfTeams = of.entrants === "teams" || of.entrants === "captains"
  const trained =
    of.raceId !== null && !isOfTeams
      ? sql`
          select r.athlete_id, r.days, null::integer as finish_days, coalesce(s.from_on, race.from_on) as from_on
          from race_results r join races race on race.id = r.race_id left join seasons s on s.id = race.season_id
          join athletes a on a.id = r.athlete_id
          where r.race_id = ${of.raceId} and not a.demo and not r.restricted and r.value > 0`
      : sql`
          select r.athlete_id, r.active_days - r.restricted_days as days, s.finish_days, s.from_on
          from season_results r join athletes a on a.id = r.athlete_id join seasons s on s.id = r.season_id
          where not a.demo and r.active_days > r.restricted_days and (
            r.season_id = ${of.seasonId} or (
              r.season_id = (select season_id from races where id = ${of.raceId})
              and r.athlete_id in (select athlete_id from team_members where race_id = ${of.raceId})
            )
          )`
  const [counted] = (await sql<Counted>`
    with trained as (${trained})
    select count(*)::integer as athletes,
      case when count(finish_days) > 0 then count(*) filter (where days >= finish_days) end::integer as finishers,
      count(*) filter (where not exists (
        select from season_results e join seasons b on b.id = e.season_id
        where e.athlete_id = trained.athlete_id and b.from_on < trained.from_on
      ))::integer as newcomers,
      coalesce(sum(days), 0)::integer as days
    from trained`) as [Counted]
  const { athletes, days } = counted
  const part = (n: number | null) =>
    n !== null && isSafe(n) && (n === athletes || isSafe(athletes - n)) ? n : null
  const report: SponsorReport = {
    athletes: isSafe(athletes) ? athletes : null,
    newcomers: part(counted.newcomers),
    finishers: part(counted.finishers),
    activeDays: isSafe(athletes) ? days : null,
    at: now.toISOString(),
  }
  await sql`update private.sponsorships set report = ${sql.json(report)} where id = ${sponsorship}`
}

/** Whether nobody can be recognized in a group of this size. */
export function isSafe(people: number): boolean {
  return people >= leastBehindFigure
}
