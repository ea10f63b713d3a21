import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"
import { asRow, type DaysOf } from "./race.ts"
import type { Value } from "./ranking.ts"
import { riseValues } from "./rise-values.ts"

interface ReadValuesOptions {
  of: DaysOf
  /** The day on the competition's calendar until which a season is compared; only for a race of rise. */
  today: Day
  /** Only these; null: all. */
  athletes?: readonly number[] | null
}

/** The values of a race, computed from the stored days and activities. */
export async function readValues(
  { sql }: Pick<Db, "sql">,
  race: SideRace,
  { of, today, athletes = null }: ReadValuesOptions,
): Promise<Value[]> {
  if (race.metric === "rise" && typeof of === "number")
    return riseValues({ sql }, { season: of, today, athletes })
  return foldValues({ sql }, race, { of, athletes })
}

/** The values of a race that is a sum of days. @param athletes only these; null: all */
export async function foldValues(
  { sql }: Pick<Db, "sql">,
  race: SideRace,
  { of, athletes }: { of: DaysOf; athletes: readonly number[] | null },
): Promise<Value[]> {
  const rows = await sql<Value & { credits: string[] | null }>`
    select athlete_id::float8 as athlete, value, days::integer as days, restricted, credits
    from private.race_values(${asRow(sql, race, of)}, ${athletes}::bigint[])`
  return rows.map((row) => ({ ...row, credits: row.credits ?? [] }))
}
