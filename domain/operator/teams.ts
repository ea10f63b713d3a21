import type { RaceAddress } from "#domain/competition/races/page.ts"
import {
  type ArrangedTeam,
  addTeams,
  removeTeams,
  renameTeam,
  teamsOf,
} from "#domain/competition/teams/arrange.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import { endTeamOfDrawn, isOfDrawn, undoEndOfDrawn } from "./drawn-teams.ts"
import type { Inverse, Undoable } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

type Undoing = RaceAddress & { undoes?: number | null }
type TeamCommand = Extract<CommandName, "team.make" | "team.copy" | "team.change" | "team.end">

/** What an entry records: the teams of the race with their members, by their ids. */
function commandOn(command: TeamCommand, { season, name, undoes = null }: Undoing) {
  const look = async (db: Db): Promise<Record<string, unknown>> => ({
    teams: await teamsOf(db, { season, name }),
  })
  return { command, subject: { kind: "teams", id: `${season}/${name}` }, undoes, look } as const
}

/**
 * Makes a team of a race of captains' teams. Errors: those of `act` and `addTeams`; `unknown_athlete`.
 * @param captain the last part of the address of the athlete's page
 */
export async function makeTeam(
  world: World,
  operator: Operator,
  { called, captain, ...race }: RaceAddress & { called: string; captain: string },
) {
  return act(world, operator, commandOn("team.make", race), async (inside) => {
    const [who] = await inside.db.sql<{ id: number }>`
      select id::float8 as id from athletes where slug = ${captain} and not demo`
    if (!who) return { ok: false, code: "unknown_athlete" } as const
    return addTeams(inside, { ...race, teams: [{ name: called, members: [who.id] }] })
  })
}

/** Copies the teams of another race, with those of their members who are in none yet. Errors: those of `act` and `addTeams`. */
export async function copyTeams(
  world: World,
  operator: Operator,
  { from, ...race }: RaceAddress & { from: RaceAddress },
) {
  return act(world, operator, commandOn("team.copy", race), async (inside) =>
    addTeams(inside, { ...race, teams: await teamsOf(inside.db, from) }),
  )
}

/** Renames a team. Errors: those of `act` and `renameTeam`. */
export async function renameRaceTeam(
  world: World,
  operator: Operator,
  { from, to, ...race }: Undoing & { from: string; to: string },
) {
  return act(world, operator, commandOn("team.change", race), (inside) =>
    renameTeam(inside, { ...race, from, to }),
  )
}

/** Ends teams. Errors: those of `act` and `removeTeams`. */
export async function endTeams(
  world: World,
  operator: Operator,
  { names, ...race }: Undoing & { names: readonly string[] },
) {
  return act(world, operator, commandOn("team.end", race), (inside) =>
    removeTeams(inside, { ...race, names }),
  )
}

interface Entry extends Undoing {
  before: readonly ArrangedTeam[]
  after: readonly ArrangedTeam[]
}

function read({ id, subjectId, before, after }: Undoable): Entry {
  const [season = "", name = ""] = subjectId.split("/")
  return {
    ...{ season, name, undoes: id },
    before: before.teams as ArrangedTeam[],
    after: after.teams as ArrangedTeam[],
  }
}

/** The teams of one list that are not in the other, by their names. */
function only(list: readonly ArrangedTeam[], other: readonly ArrangedTeam[]): ArrangedTeam[] {
  return list.filter(({ name }) => other.every((one) => one.name !== name))
}

const undoMaking: Inverse = (world, operator, entry) => {
  const { before, after, ...race } = read(entry)
  if (isOfDrawn(entry)) return endTeamOfDrawn(world, operator, { ...race, called: String(entry.after.team) })
  return endTeams(world, operator, { ...race, names: only(after, before).map(({ name }) => name) })
}

export const teamInverses: Partial<Record<CommandName, Inverse>> = {
  "team.make": undoMaking,
  "team.copy": undoMaking,
  "team.change": (world, operator, entry) => {
    const { before, after, ...race } = read(entry)
    const [was, is] = [only(before, after)[0]?.name ?? "", only(after, before)[0]?.name ?? ""]
    return renameRaceTeam(world, operator, { ...race, from: is, to: was })
  },
  "team.end": (world, operator, entry) => {
    if (isOfDrawn(entry)) return undoEndOfDrawn(world, operator, entry)
    const { before, after, ...race } = read(entry)
    return act(world, operator, commandOn("team.make", race), (inside) =>
      addTeams(inside, { ...race, teams: only(before, after) }),
    )
  },
}
