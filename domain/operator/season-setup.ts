import type { SideRace } from "#content/races.ts"
import { copyOfSeason, type SetUp, setUpOf, setUpSeason } from "#domain/competition/series/set-up.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

/** What an entry records of a season: its finishers, its own prizes, and its side races. */
function lookAt(season: string) {
  return async (db: Db): Promise<Record<string, unknown>> => ({ ...(await setUpOf(db, season)) })
}

/** Changes the active days of a finisher before a season begins. Errors: those of `act` and `setUpSeason`. */
export async function changeSeason(
  world: World,
  operator: Operator,
  given: { season: string; setUp: Partial<SetUp>; undoes?: number | null },
) {
  const { season, setUp, undoes = null } = given
  const command = {
    command: "season.change",
    subject: { kind: "season", id: season },
    undoes,
    look: lookAt(season),
  } as const
  return act(world, operator, command, async (inside) => {
    const before = await setUpOf(inside.db, season)
    return before
      ? setUpSeason(inside, { season, setUp: { ...before, ...setUp } })
      : ({ ok: false, code: "unknown_season" } as const)
  })
}

/**
 * Sets a season up as another one, before it begins; races that were prepared stay. Errors: those of `act`, `copyOfSeason` and
 * `setUpSeason`.
 */
export async function copySeason(
  world: World,
  operator: Operator,
  { season, from }: { season: string; from: string },
) {
  const command = {
    command: "season.copy",
    subject: { kind: "season", id: season },
    look: lookAt(season),
  } as const
  return act(world, operator, command, async (inside) => {
    const copied = await copyOfSeason(inside.db, { season, from })
    return copied.ok ? setUpSeason(inside, { season, setUp: copied.setUp }) : copied
  })
}

/** An entry contains the changed fields. */
const undoSetUp: Inverse = (world, operator, { id, subjectId, before }) => {
  const { finishDays, prizes, races } = before as Partial<SetUp>
  const setUp = {
    ...(finishDays === undefined ? {} : { finishDays }),
    ...(prizes && { prizes }),
    ...(races && { races: races as SideRace[] }),
  }
  return changeSeason(world, operator, { season: subjectId, setUp, undoes: id })
}

export const seasonInverses: Partial<Record<CommandName, Inverse>> = {
  "season.change": undoSetUp,
  "season.copy": undoSetUp,
}
