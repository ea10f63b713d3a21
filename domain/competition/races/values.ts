import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { asRow } from "./race.ts"
import type { Value } from "./ranking.ts"

/**
 * The values of a race, computed from the stored days and activities.
 * @param season the id of the season whose days count
 * @param athletes only these; null: all
 */
export async function readValues(
  { sql }: Pick<Db, "sql">,
  race: SideRace,
  { season, athletes = null }: { season: number; athletes?: readonly number[] | null },
): Promise<Value[]> {
  const rows = await sql<Value & { credits: string[] | null }>`
    select athlete_id::float8 as athlete, value, days::integer as days, restricted, credits
    from private.race_values(${asRow(sql, race, season)}, ${athletes}::bigint[])`
  return rows.map((row) => ({ ...row, credits: row.credits ?? [] }))
}
