import type { Boards } from "#domain/competition/boards/board.ts"
import { raceStandingColumns, raceStandings } from "#domain/competition/seasons/race-standings.ts"
import type { World } from "#domain/world.ts"
import type { DataSettings } from "#platform/gateway/contract.ts"

/** Tables that this process has in memory. A PostgREST or a Supabase project executes the functions in the database. */
export function computedRows(world: World, boards: () => Boards): NonNullable<DataSettings["computed"]> {
  return {
    "public.race_standings": {
      columns: raceStandingColumns,
      rows: (given, { sub }) => raceStandings(world, boards(), given, sub ?? null),
    },
  }
}
