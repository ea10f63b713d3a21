import type { Db } from "#ports/db.ts"
import type { Race } from "../races/race.ts"
import type { MemberDay } from "./best-days.ts"
import { daysOfTeam, type Membership, rosterOf } from "./rosters.ts"
import { scoreTeam, type TeamFormula, type TeamScore } from "./score.ts"
import { placesOf } from "./ties.ts"

/** A member's day with what its display needs. */
export interface TeamDay extends MemberDay {
  restricted: boolean
  credits: readonly string[]
}

export interface PlacedTeam {
  team: number
  name: string
  /** Members, including former ones. */
  roster: number
  score: TeamScore
  /** Null without points, or with fewer than four members. */
  place: number | null
}

/** A team race in the memory of a process. */
export interface TeamsInMemory {
  /** In the order of the places. */
  placed: readonly PlacedTeam[]
  stays: readonly Membership[]
  /** The season's days of every member. */
  days: ReadonlyMap<number, readonly TeamDay[]>
  names: ReadonlyMap<number, string>
  disqualified: ReadonlySet<number>
}

/** Computes the table from what is stored. */
export async function readTeams(db: Pick<Db, "sql">, race: Race): Promise<TeamsInMemory> {
  const { sql } = db
  const teams = await sql<{ id: number; name: string }>`
    select id, name from teams where race_id = ${race.id} order by number`
  // Who was drawn is in the team from the first instant of the season, which west of its zone is on the day before.
  const stays = await sql<Membership>`
    select athlete_id::float8 as athlete, team_id as team, (from_on - (came = 'drawn')::integer)::text as from,
      until_on::text as until
    from team_members where race_id = ${race.id} order by id`
  const out = await sql<{ athlete: number }>`
    select athlete_id::float8 as athlete from disqualifications where season_id = ${race.seasonId}`
  const members = stays.flatMap(({ athlete }) => athlete ?? [])
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  const disqualified = new Set(out.map(({ athlete }) => athlete))
  const days = Map.groupBy(await readDays(db, race, [...new Set(members)]), ({ athlete }) => athlete)
  return place({ stays, days, names, disqualified }, race, new Map())
}

/** The table after activities of these athletes changed: only the teams that they were in are scored again. */
export async function updateTeams(
  db: Pick<Db, "sql">,
  race: Race,
  table: TeamsInMemory,
  changed: readonly number[],
): Promise<TeamsInMemory> {
  const known = new Set(changed)
  const stays = table.stays.filter(({ athlete }) => athlete !== null && known.has(athlete))
  if (stays.length === 0) return table
  const members = [...new Set(stays.map(({ athlete }) => athlete as number))]
  const days = new Map(table.days)
  for (const athlete of members) days.delete(athlete)
  for (const [athlete, own] of Map.groupBy(await readDays(db, race, members), ({ athlete }) => athlete))
    days.set(athlete, own)
  const moved = new Set(stays.map(({ team }) => team))
  const scores = table.placed
    .filter(({ team }) => !moved.has(team))
    .map(({ team, score }) => [team, score] as const)
  return place({ ...table, days }, race, new Map(scores))
}

/** @param scores of teams whose members have not changed */
function place(
  table: Omit<TeamsInMemory, "placed">,
  { countedMembers, entrants }: Race,
  scores: ReadonlyMap<number, TeamScore>,
): TeamsInMemory {
  const { stays, days, names, disqualified } = table
  const staysOf = Map.groupBy(stays, ({ team }) => team)
  const teams = [...names].map(([team, name]) => {
    const own = staysOf.get(team) ?? []
    const { size } = rosterOf(own, team)
    const formula: TeamFormula =
      entrants === "captains" ? { best: "half" } : { best: "of each day", members: countedMembers ?? 0 }
    return { team, name, roster: size, score: scores.get(team) ?? scoreOf(team, own, size) }

    function scoreOf(team: number, own: readonly Membership[], size: number): TeamScore {
      const athletes = new Set(own.flatMap(({ athlete }) => athlete ?? []))
      const theirs = [...athletes].flatMap((athlete) => days.get(athlete) ?? [])
      return scoreTeam(daysOfTeam(own, team, { days: theirs, disqualified }), size, formula)
    }
  })
  return { ...table, placed: placesOf(teams) }
}

/** Days of the season as its board counts them. */
function readDays({ sql }: Pick<Db, "sql">, race: Race, athletes: readonly number[]): Promise<TeamDay[]> {
  return sql<TeamDay>`
    select d.athlete_id::float8 as athlete, d.local_on::text as on, d.points::integer as points, d.active,
      d.reached_at as "reachedAt", d.restricted, coalesce(d.credits, '{}') as credits
    from boards b
    join private.board_days d on d.board_id = b.id
    where b.season_id = ${race.seasonId} and d.athlete_id = any(${athletes}::bigint[])
    order by d.local_on, d.athlete_id` as Promise<TeamDay[]>
}
