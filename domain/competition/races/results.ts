import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { asRow, type DaysOf, daysOf, type Race } from "./race.ts"
import { type Placed, rank } from "./ranking.ts"
import { readValues } from "./values.ts"

/**
 * Writes the final table of a race that is a sum of days. In one statement: a race of 100,000 athletes would take as long to send
 * there and back as to compute. The order is that of `rank`.
 * @param id of the race
 * @param athletes only these; null: all
 */
export async function freezeAthletes(
  { sql }: Db,
  { id, rule, of, athletes }: { id: number; rule: SideRace; of: DaysOf; athletes: readonly number[] | null },
): Promise<void> {
  await sql`
    insert into race_results (race_id, line, athlete_id, rank, value, days, restricted, credits)
    select ${id}, row_number() over (order by value desc, days desc, athlete_id), athlete_id,
      rank() over (order by value desc, days desc), value, days, restricted, credits
    from private.race_values(${asRow(sql, rule, of)}, ${athletes}::bigint[])
    where days >= ${rule.leastDays}`
}

/** A rise is computed here and not in the database, so its table is sent there. */
export async function freezeRise({ sql }: Db, race: Race): Promise<void> {
  const placed = rank(await readValues({ sql }, race, { of: daysOf(race), today: race.to }), race)
  await sql`
    insert into race_results (race_id, line, athlete_id, rank, value, days, restricted, credits)
    select ${race.id}, line, athlete, rank, value, days, restricted, nullif(credits, '{}')
    from rows from (
      jsonb_to_recordset(${sql.json(placed)}::jsonb)
        as (athlete bigint, rank integer, value integer, days integer, restricted boolean, credits text[])
    ) with ordinality as placed (athlete, rank, value, days, restricted, credits, line)`
}

/**
 * The final table of a race. It omits athletes who have been disqualified since, and places are counted without them; a
 * deleted account leaves only its place, which is not shown.
 */
export async function frozenTable(
  { sql }: Pick<Db, "sql">,
  race: { id: number; seasonId: number | null },
): Promise<Placed[]> {
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
