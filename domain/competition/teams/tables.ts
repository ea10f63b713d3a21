import type { World } from "#domain/world.ts"
import { type Followed, follow } from "../races/followed.ts"
import { readTeams, type TeamsInMemory, updateTeams } from "./team-table.ts"

/** The tables of team races in the memory of a process. */
export type TeamTables = Followed<TeamsInMemory>

export function createTeamTables({ db }: Pick<World, "db">): TeamTables {
  return follow<TeamsInMemory>(db, {
    load: (race) => readTeams(db, race),
    fold: (table, race, changed) => updateTeams(db, race, table, changed),
  })
}
