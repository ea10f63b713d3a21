import type { RaceAddress } from "#domain/competition/races/page.ts"
import { findRace } from "#domain/competition/races/race.ts"
import {
  addEmptyTeam,
  discardDraw,
  drawEarly,
  drawnTeam,
  type EndedTeam,
  endDrawnTeam,
  restoreTeam,
  type TeamInNumbers,
  teamsInNumbers,
} from "#domain/competition/teams/by-hand.ts"
import { type StoredStay, storedStays } from "#domain/competition/teams/stays.ts"
import { transferMember, undoTransfer } from "#domain/competition/teams/transfer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse, Undoable } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

type OnRace = RaceAddress & { undoes?: number | null }

/** The teams of the race before a command and after it; null unless it was only rehearsed. */
interface Effect {
  effect: { before: TeamInNumbers[]; after: TeamInNumbers[] } | null
}

/** Adds the effect of a command that is only rehearsed. */
function withEffect<Result extends { ok: boolean }>(
  operator: Operator,
  race: RaceAddress,
  verb: (inside: World) => Promise<Result>,
) {
  return async (inside: World): Promise<Result & Effect> => {
    if (!operator.rehearses) return { ...(await verb(inside)), effect: null }
    const before = await teamsInNumbers(inside.db, race)
    const done = await verb(inside)
    return { ...done, effect: { before, after: done.ok ? await teamsInNumbers(inside.db, race) : before } }
  }
}

const subjectOf = ({ season, name }: RaceAddress) => ({ kind: "teams", id: `${season}/${name}` })

/** What an entry records of all teams: their names and sizes. */
function lookAtAll({ season, name }: RaceAddress) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const teams = await teamsInNumbers(db, { season, name })
    return { teams: teams.map((one) => `${one.name}: ${one.members}`) }
  }
}

/** Draws the teams before the season begins. Errors: those of `act` and `drawEarly`. */
export async function drawTeamsEarly(world: World, operator: Operator, race: RaceAddress) {
  const command = { command: "team.draw", subject: subjectOf(race), look: lookAtAll(race) } as const
  return act(world, operator, command, (inside) => drawEarly(inside, race))
}

/** Adds an empty team to drawn ones. Errors: those of `act` and `addEmptyTeam`. */
export async function makeTeamOfDrawn(
  world: World,
  operator: Operator,
  { called, ...race }: RaceAddress & { called: string },
) {
  const look = async (db: Db) => ({ team: (await drawnTeam(db, { ...race, called }))?.name ?? null })
  const command = { command: "team.make", subject: subjectOf(race), look } as const
  return act(
    world,
    operator,
    command,
    withEffect(operator, race, (inside) => addEmptyTeam(inside, { ...race, called })),
  )
}

/** Ends a drawn team. Errors: those of `act` and `endDrawnTeam`. */
export async function endTeamOfDrawn(
  world: World,
  operator: Operator,
  { called, season, name, undoes = null }: OnRace & { called: string },
) {
  const race = { season, name }
  const look = lookAtTeam(race, called)
  const command = { command: "team.end", subject: subjectOf(race), undoes, look } as const
  return act(
    world,
    operator,
    command,
    withEffect(operator, race, (inside) => endDrawnTeam(inside, { ...race, called })),
  )
}

/** What an entry records of one team: whether it is there, and the stays of those who are in it at first. */
function lookAtTeam(race: RaceAddress, called: string, given?: readonly number[]) {
  let athletes = given
  return async (db: Db): Promise<Record<string, unknown>> => {
    const team = await drawnTeam(db, { ...race, called, ...(athletes && { athletes }) })
    athletes ??= team?.stays.map(({ athlete }) => athlete) ?? []
    return { team: team?.name || null, number: team?.number || null, stays: team?.stays ?? [] }
  }
}

/** Moves an athlete to another team, with a reason. Errors: those of `act` and `transferMember`. */
export async function moveToTeam(
  world: World,
  operator: Operator,
  given: RaceAddress & { athlete: string; to: number; reason: string },
) {
  const { season, name, athlete, reason } = given
  const [who] = await world.db.sql<{
    id: number
  }>`select id::float8 as id from athletes where slug = ${athlete}`
  const command = { ...(await onMember(world, { season, name }, who?.id ?? 0)), reason }
  return act(
    world,
    operator,
    command,
    withEffect(operator, { season, name }, (inside) => transferMember(inside, given)),
  )
}

/** What an entry records of a member: the team, from when on, and every stay. */
async function onMember(world: World, { season, name }: RaceAddress, athlete: number) {
  const [who] = await world.db.sql<{ userId: string | null }>`
    select user_id as "userId" from athletes where id = ${athlete}`
  const look = async (db: Db): Promise<Record<string, unknown>> => {
    const race = await findRace(db, { season, name })
    const stays = await storedStays(db, race?.id ?? 0, { athletes: [athlete] })
    const present = stays.find(({ until }) => until === null)
    const [team] = await db.sql<{ name: string }>`
      select name from teams where race_id = ${race?.id ?? 0} and number = ${present?.team ?? 0}`
    return { team: team?.name ?? null, from: present?.from ?? null, stays }
  }
  return {
    command: "team.transfer",
    subject: {
      kind: "team member",
      id: `${season}/${name}/${athlete || "unknown"}`,
      person: { userId: who?.userId ?? null },
    },
    look,
  } as const
}

/** Whether an entry is about a drawn team, and not about one that members can found. */
export function isOfDrawn({ before, after }: Undoable): boolean {
  return "team" in after || "stays" in before
}

/** Puts a team that was ended back, with its members. */
export const undoEndOfDrawn: Inverse = async (world, operator, { id, subjectId, before }) => {
  const [season = "", race = ""] = subjectId.split("/")
  const ended = before as unknown as EndedTeam & { team: string }
  const stays = ended.stays ?? []
  const look = lookAtTeam(
    { season, name: race },
    ended.team,
    stays.map(({ athlete }) => athlete),
  )
  const subject = subjectOf({ season, name: race })
  return act(world, operator, { command: "team.make", subject, undoes: id, look }, (inside) =>
    restoreTeam(inside, { season, race, number: ended.number, name: ended.team, stays }),
  )
}

export const drawnTeamInverses: Partial<Record<CommandName, Inverse>> = {
  async "team.draw"(world, operator, { id, subjectId }) {
    const [season = "", name = ""] = subjectId.split("/")
    const race = { season, name }
    const command = { subject: subjectOf(race), undoes: id, look: lookAtAll(race) }
    return act(world, operator, { command: "team.undraw", ...command }, (inside) => discardDraw(inside, race))
  },
  async "team.transfer"(world, operator, { id, subjectId, before }) {
    const [season = "", name = "", athlete = ""] = subjectId.split("/")
    const race = { season, name }
    const given = { ...race, athlete: Number(athlete), stays: (before.stays ?? []) as StoredStay[] }
    const command = await onMember(world, race, given.athlete)
    return act(world, operator, { ...command, undoes: id }, (inside) => undoTransfer(inside, given))
  },
}
