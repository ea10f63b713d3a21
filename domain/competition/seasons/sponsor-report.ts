import type { Db } from "#ports/db.ts"
import { leastBehindFigure } from "./season-health.ts"

/**
 * What a sponsor's season came to. Numbers of people alone; each is null while it, or the rest of the group it is a part
 * of, is a group so small that somebody could be recognized in it.
 */
export interface SponsorReport {
  /** Athletes with points. */
  athletes: number | null
  /** Of these, those for whom it was the first season. */
  newcomers: number | null
  /** Of these, those with enough active days. */
  finishers: number | null
  /** Active days of all athletes together. */
  activeDays: number | null
  /** When it was counted: ISO 8601. */
  at: string
}

/**
 * Counts the report of a season that has closed and has a sponsor, once: what happens later does not change it. Without
 * sample athletes, and without days from services whose terms forbid to show them.
 */
export async function freezeReport({ sql }: Db, seasonId: number, now: Date): Promise<void> {
  const [sponsored] = await sql`
    select from private.sponsored_seasons where season_id = ${seasonId} and report is null for update`
  if (!sponsored) return
  const [counted] = (await sql<Record<"athletes" | "newcomers" | "finishers" | "days", number>>`
    with trained as (
      select r.athlete_id, r.active_days - r.restricted_days as days, s.finish_days, s.opens_at
      from season_results r join athletes a on a.id = r.athlete_id join seasons s on s.id = r.season_id
      where r.season_id = ${seasonId} and not a.demo and r.active_days > r.restricted_days
    )
    select count(*)::integer as athletes,
      count(*) filter (where days >= finish_days)::integer as finishers,
      count(*) filter (where not exists (
        select from season_results e join seasons b on b.id = e.season_id
        where e.athlete_id = trained.athlete_id and b.opens_at < trained.opens_at
      ))::integer as newcomers,
      coalesce(sum(days), 0)::integer as days
    from trained`) as [Record<"athletes" | "newcomers" | "finishers" | "days", number>]
  const { athletes, days } = counted
  const part = (n: number) => (isSafe(n) && (n === athletes || isSafe(athletes - n)) ? n : null)
  const report: SponsorReport = {
    athletes: isSafe(athletes) ? athletes : null,
    newcomers: part(counted.newcomers),
    finishers: part(counted.finishers),
    activeDays: isSafe(athletes) ? days : null,
    at: now.toISOString(),
  }
  await sql`update private.sponsored_seasons set report = ${sql.json(report)} where season_id = ${seasonId}`
}

/** Whether nobody can be recognized in a group of this size. */
export function isSafe(people: number): boolean {
  return people >= leastBehindFigure
}
