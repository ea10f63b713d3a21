import { teamRule } from "#content/team-rule.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { drawTeams, entrantsOf } from "./draw-teams.ts"
import { isOpen, titleOf } from "./founding.ts"
import { insertLate } from "./late-joiners.ts"
import { placeLate } from "./rosters.ts"
import { countedMembers } from "./sizes.ts"
import { replaceStays, type StoredStay, storedStays } from "./stays.ts"
import { readTeams } from "./team-table.ts"

type Here = Pick<World, "db" | "now">
type Lost = Refusal<"unknown_race" | "begun">

/**
 * Draws the teams of a race before its season begins, so that they can be changed by hand until then. Errors: `unknown_race`; `begun`;
 * `drawn`: they are drawn already; `too_few` athletes for two teams.
 */
export async function drawEarly(
  world: Here,
  asked: RaceAddress,
): Promise<{ ok: true } | Lost | Refusal<"drawn" | "too_few">> {
  return beforeItBegins(world, asked, async (db, race) => {
    if (race.drawnAt) return { ok: false, code: "drawn" }
    return (await drawTeams(db, race)) > 0 ? { ok: true } : { ok: false, code: "too_few" }
  })
}

/** Removes the teams that were drawn before the season begins; they are drawn when it does. Errors: `unknown_race`; `begun`. */
export async function discardDraw(world: Here, asked: RaceAddress): Promise<{ ok: true } | Lost> {
  return beforeItBegins(world, asked, async (db, race) => {
    await db.sql`delete from teams where race_id = ${race.id}`
    await db.sql`update races set drawn_at = null, counted_members = null where id = ${race.id}`
    return { ok: true }
  })
}

/**
 * When the season begins: puts everybody whom an early draw did not know into the team with the fewest members, and fixes how many
 * members count, since the teams may have been changed by hand.
 */
export async function completeDraw(db: Db, race: Race): Promise<void> {
  const { teams, known, points } = await drawnTeams(db, race)
  const late = (await entrantsOf(db, race))
    .filter(({ athlete }) => !known.has(athlete))
    .map(({ athlete, joinedAt }) => ({ athlete, joinedAt, joinsOn: race.from }))
  await insertLate(db, race, placeLate(teams, { opensOn: race.from, late }))
  const sizes = (await drawnTeams(db, race, points)).teams.map(({ members }) => members)
  const smallest = Math.min(...sizes.filter((members) => members >= teamRule.leastMembers))
  if (!Number.isFinite(smallest)) return
  await db.sql`update races set counted_members = ${countedMembers(smallest)} where id = ${race.id}`
}

/**
 * Adds an empty team to drawn ones until the third day of the season is over; athletes are moved into it, and late joiners go to the
 * smallest team. Errors: `unknown_race`: no teams are drawn; `locked`; `bad_name`, `name_taken`, `too_many`.
 */
export async function addEmptyTeam(
  world: Here,
  { called, ...asked }: RaceAddress & { called: string },
): Promise<{ ok: true } | Refusal<"unknown_race" | "locked" | "bad_name" | "name_taken" | "too_many">> {
  const title = titleOf(called)
  return world.db.transaction(async (db) => {
    const race = await lockDrawn(db, asked)
    if (!race?.drawnAt) return { ok: false, code: "unknown_race" }
    if (!isOpen(race, world.now())) return { ok: false, code: "locked" }
    if (title === null) return { ok: false, code: "bad_name" }
    const teams = await db.sql<{ name: string }>`select name from teams where race_id = ${race.id}`
    if (teams.length >= teamRule.mostTeams) return { ok: false, code: "too_many" }
    if (teams.some(({ name }) => name.toLowerCase() === title.toLowerCase()))
      return { ok: false, code: "name_taken" }
    await db.sql`
      insert into teams (race_id, number, name)
      select ${race.id}, coalesce(max(number), 0) + 1, ${title} from teams where race_id = ${race.id}`
    return { ok: true }
  })
}

/** A team that was ended, with all that is stored about it. */
export interface EndedTeam {
  number: number
  name: string
  stays: StoredStay[]
}

/** A team of the race by its name, with the stays of these athletes or, by default, of its members. */
export async function drawnTeam(
  db: Pick<Db, "sql">,
  { called, athletes, ...asked }: RaceAddress & { called: string; athletes?: readonly number[] },
): Promise<EndedTeam | null> {
  const race = await findRace(db, asked)
  const [team] = await db.sql<{ number: number }>`
    select number::integer as number from teams where race_id = ${race?.id ?? 0} and name = ${called}`
  if (!race || (!team && !athletes)) return null
  const number = team?.number ?? 0
  const stays = await storedStays(db, race.id, athletes ? { athletes } : { team: number })
  return { number, name: team ? called : "", stays }
}

/**
 * Ends a drawn team before its season begins: its members go to the smallest of the others, in the order of the draw. Afterwards only an
 * empty team, because days count for the team for which they were trained. Errors: `unknown_race`; `locked`; `unknown_team`; `has_members`;
 * `last_teams`: a race needs two.
 */
export async function endDrawnTeam(
  world: Here,
  { called, ...asked }: RaceAddress & { called: string },
): Promise<
  { ok: true } | Refusal<"unknown_race" | "locked" | "unknown_team" | "has_members" | "last_teams">
> {
  return world.db.transaction(async (db) => {
    const race = await lockDrawn(db, asked)
    if (!race?.drawnAt) return { ok: false, code: "unknown_race" }
    if (!isOpen(race, world.now())) return { ok: false, code: "locked" }
    const { teams } = await drawnTeams(db, race)
    const team = teams.find(({ name }) => name === called)
    if (!team) return { ok: false, code: "unknown_team" }
    if (teams.length <= 2) return { ok: false, code: "last_teams" }
    const [any] = await db.sql`select from team_members where team_id = ${team.team} limit 1`
    if (any && world.now() >= race.opensAt) return { ok: false, code: "has_members" }
    const stays = await storedStays(db, race.id, { team: team.number })
    const order = stays.map(({ athlete }, nr) => ({ athlete, joinedAt: new Date(nr), joinsOn: race.from }))
    const dealt = placeLate(
      teams.filter((one) => one !== team),
      { opensOn: race.from, late: order },
    )
    const numbers = new Map(teams.map((one) => [one.team, one.number]))
    await replaceStays(db, race.id, {
      athletes: stays.map(({ athlete }) => athlete),
      stays: dealt.map(({ athlete, team, from }) => ({
        ...{ athlete: athlete as number, team: numbers.get(team) ?? 0, from, until: null },
        ...{ came: "transferred", reason: `${called} was ended before the season`, weighed: false },
        ...{ pick: null, points: null, pairMean: null, teamPoints: null },
      })),
    })
    await db.sql`delete from teams where id = ${team.team}`
    return { ok: true }
  })
}

/**
 * Puts a team that was ended back, with its members. Errors: `unknown_race`; `begun`: its members have trained for other teams; `name_taken`, also if its number is taken.
 */
export async function restoreTeam(
  world: Here,
  { number, name, stays, ...asked }: { season: string; race: string } & EndedTeam,
): Promise<{ ok: true } | Lost | Refusal<"name_taken">> {
  const address = { season: asked.season, name: asked.race }
  return world.db.transaction(async (db) => {
    const race = await lockDrawn(db, address)
    if (!race) return { ok: false, code: "unknown_race" }
    const now = world.now()
    if (stays.length > 0 ? now >= race.opensAt : !isOpen(race, now)) return { ok: false, code: "begun" }
    const [taken] = await db.sql`
      select from teams where race_id = ${race.id} and (number = ${number} or lower(name) = lower(${name}))`
    if (taken) return { ok: false, code: "name_taken" }
    await db.sql`insert into teams (race_id, number, name) values (${race.id}, ${number}, ${name})`
    await replaceStays(db, race.id, { athletes: stays.map(({ athlete }) => athlete), stays })
    return { ok: true }
  })
}

/** The teams with their present members and the points by which these were or would be drawn. */
async function drawnTeams(db: Pick<Db, "sql">, race: Race, seeds?: ReadonlyMap<number, number>) {
  const points =
    seeds ?? new Map((await entrantsOf(db, race)).map((one) => [one.athlete, one.points] as const))
  const rows = await db.sql<{ team: number; number: number; name: string; athletes: number[] }>`
    select t.id as team, t.number::integer as number, t.name,
      coalesce(array_agg(m.athlete_id::float8) filter (where m.athlete_id is not null), '{}') as athletes
    from teams t left join team_members m on m.team_id = t.id and m.until_on is null
    where t.race_id = ${race.id} group by t.id order by t.number`
  const teams = rows.map(({ athletes, ...team }) => ({
    ...{ ...team, members: athletes.length },
    points: athletes.reduce((sum, athlete) => sum + (points.get(athlete) ?? 0), 0),
  }))
  return { teams, known: new Set(rows.flatMap(({ athletes }) => athletes)), points }
}

/** A team as a preview shows it, before and after a change. */
export interface TeamInNumbers {
  number: number
  name: string
  members: number
  /** By which the draw makes teams equal. */
  drawPoints: number
  /** Its total so far. */
  total: number
  /** Null without points, or with fewer than four members. */
  place: number | null
}

/** The teams of a race in the order of their numbers. */
export async function teamsInNumbers(db: Pick<Db, "sql">, asked: RaceAddress): Promise<TeamInNumbers[]> {
  const race = await findRace(db, asked)
  if (!race) return []
  const { teams } = await drawnTeams(db, race)
  const { placed } = await readTeams(db, race)
  return teams.map(({ team, number, name, members, points }) => {
    const found = placed.find((one) => one.team === team)
    return {
      number,
      name,
      members,
      drawPoints: points,
      total: found?.score.points ?? 0,
      place: found?.place ?? null,
    }
  })
}

async function lockDrawn(db: Db, asked: RaceAddress): Promise<Race | null> {
  const race = await findRace(db, asked)
  if (race?.entrants !== "teams") return null
  await db.sql`select from races where id = ${race.id} for update`
  return race
}

async function beforeItBegins<Done>(
  world: Here,
  asked: RaceAddress,
  work: (db: Db, race: Race) => Promise<Done>,
): Promise<Done | Lost> {
  return world.db.transaction(async (db) => {
    const race = await lockDrawn(db, asked)
    if (!race) return { ok: false, code: "unknown_race" }
    return world.now() < race.opensAt ? work(db, race) : { ok: false, code: "begun" }
  })
}
