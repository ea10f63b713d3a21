import { isOfTeams } from "#content/races.ts"
import { showsRestricted } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { type PrizeWinner, prizeWinners } from "./prize-winners.ts"
import { type FinishedTeam, finished, frozenTeams } from "./results.ts"
import { isForTeamAlone } from "./rosters.ts"
import type { TeamTables } from "./tables.ts"

/** A team in the table, as this viewer may see it; hidden values are null. */
export interface TeamRow {
  /** In its address: /leaderboard/races/<season>/<name>/teams/<number>. */
  number: number
  name: string
  place: number | null
  members: number
  points: number | null
  activeDays: number | null
  credits: readonly string[]
  mine: boolean
}

export interface TeamRacePage {
  race: Race
  rows: TeamRow[]
  /** Who was awarded its prize. */
  winners: PrizeWinner[]
}

/** Whose view it is: nobody's, any member's, or that of a member of a team. */
interface TeamViewer {
  member: boolean
  /** The id of the team that the viewer is in. */
  team: number | null
}

/** Errors: `unknown_race`, also for a race of athletes. */
export async function teamRacePage(
  world: World,
  tables: TeamTables,
  { season, name, viewer }: RaceAddress & { viewer: string | null },
): Promise<{ ok: true; page: TeamRacePage } | { ok: false; code: "unknown_race" }> {
  const race = await findRace(world.db, { season, name })
  if (!race || !isOfTeams(race)) return { ok: false, code: "unknown_race" }
  const [table, teams, asks, shows, winners] = await Promise.all([
    tableOf(world, tables, race),
    numbersOf(world, race),
    viewerOf(world, race, viewer),
    showsRestricted(world.db),
    prizeWinners(world, race, viewer),
  ])
  return {
    ok: true,
    page: { race, winners, rows: table.map((team) => toRow(team, teams, asks, shows)) },
  }
}

/** The table of a team race: the current one, or the frozen one. */
export async function tableOf(
  world: Pick<World, "db">,
  tables: TeamTables,
  race: Race,
): Promise<readonly FinishedTeam[]> {
  return race.closedAt ? frozenTeams(world.db, race) : (await tables.read(race)).placed.map(finished)
}

interface Numbered {
  number: number
  members: number
}

/** By id: the number of a team, and how many are in it now. */
export async function numbersOf(
  { db }: Pick<World, "db">,
  race: Race,
): Promise<ReadonlyMap<number, Numbered>> {
  const rows = await db.sql<Numbered & { id: number }>`
    select t.id, t.number::integer as number, count(m.athlete_id) filter (where m.until_on is null)::integer as members
    from teams t left join team_members m on m.team_id = t.id
    where t.race_id = ${race.id} group by t.id`
  return new Map(rows.map((row) => [row.id, row]))
}

export async function viewerOf(
  { db }: Pick<World, "db">,
  race: Race,
  viewer: string | null,
): Promise<TeamViewer> {
  if (viewer === null) return { member: false, team: null }
  const [row] = await db.sql<{ team: number | null }>`
    select m.team_id as team from athletes a
    left join team_members m on m.athlete_id = a.id and m.race_id = ${race.id} and m.until_on is null
    where a.user_id = ${viewer}`
  return { member: row !== undefined, team: row?.team ?? null }
}

/**
 * A total is hidden from visitors while it contains points that a source shows to members only, and from everybody
 * outside the team while fewer than four members have points, because it would reveal what individual members did.
 */
export function seesTotal(team: FinishedTeam, viewer: TeamViewer, shows: boolean): boolean {
  if (viewer.team === team.team) return true
  return !isForTeamAlone(team) && (viewer.member || shows || !team.restricted)
}

function toRow(
  team: FinishedTeam,
  teams: ReadonlyMap<number, Numbered>,
  viewer: TeamViewer,
  shows: boolean,
): TeamRow {
  const sees = seesTotal(team, viewer, shows)
  return {
    number: teams.get(team.team)?.number ?? 0,
    name: team.name,
    place: team.place,
    members: teams.get(team.team)?.members ?? 0,
    points: sees ? team.points : null,
    activeDays: sees ? team.activeDays : null,
    credits: sees ? team.credits : [],
    mine: viewer.team === team.team,
  }
}
