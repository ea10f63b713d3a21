import type { Db } from "#ports/db.ts"
import { freezeTeams } from "../teams/results.ts"
import { asRow, type Race, racesOf } from "./race.ts"
import type { Placed } from "./ranking.ts"

/**
 * Freezes every side race of a season, in the transaction that freezes the season: later changes of days do not affect
 * it. Idempotent.
 */
export async function freezeRaces(db: Db, season: { id: number; slug: string }, now: Date): Promise<void> {
  for (const race of await racesOf(db, season.slug)) {
    const [frozen] = await db.sql`
      update races set closed_at = ${now} where id = ${race.id} and closed_at is null returning id`
    if (!frozen) continue
    if (race.entrants === "teams") await freezeTeams(db, race)
    else await freezeAthletes(db, race)
  }
}

/** In one statement: a race of 100,000 athletes would take as long to send there and back as to compute. The order is that of `rank`. */
async function freezeAthletes({ sql }: Db, race: Race): Promise<void> {
  await sql`
    insert into race_results (race_id, line, athlete_id, rank, value, days, restricted, credits)
    select ${race.id}, row_number() over (order by value desc, days desc, athlete_id), athlete_id,
      rank() over (order by value desc, days desc), value, days, restricted, credits
    from private.race_values(${asRow(sql, race, race.seasonId)}, null)
    where days >= ${race.leastDays}`
}

/**
 * The final table of a race. It omits athletes who have been disqualified since, and places are counted without them; a
 * deleted account leaves only its place, which is not shown.
 */
export async function frozenTable({ sql }: Pick<Db, "sql">, race: Race): Promise<Placed[]> {
  const rows = await sql<Placed & { credits: string[] | null }>`
    select r.athlete_id::float8 as athlete, rank() over (order by r.rank)::integer as rank, r.value,
      r.days::integer as days, r.restricted, r.credits
    from race_results r
    where r.race_id = ${race.id} and not exists (
      select from disqualifications d where d.season_id = ${race.seasonId} and d.athlete_id = r.athlete_id
    )
    order by r.line`
  return rows.filter(({ athlete }) => athlete !== null).map((row) => ({ ...row, credits: row.credits ?? [] }))
}
