import { randomInt } from "node:crypto"
import { teamRule } from "#content/team-rule.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { addDays, type Day, dayIn } from "#primitives/zones.ts"
import { competitionDay } from "../calendar/period.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"

/** A member who acts in a race of captains' teams. */
interface Asked extends RaceAddress {
  userId: string
}

interface Founding {
  race: Race
  athlete: number
  /** The first day that counts for a team from now on. */
  from: Day
  /** The team that the athlete is in; null without one. */
  team: number | null
}

type Lost = Refusal<"unknown_race" | "not_joined" | "locked">

/** Of a code: no letters and digits that look alike. Ten of these cannot be guessed. */
const codeLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
const codeLength = 10

/**
 * Whether teams can still be founded, joined and left. Rosters are locked once the third day of the season is over, so that a
 * race that repeats leaves time to form them.
 */
export function isOpen(race: Pick<Race, "from" | "endedAt" | "closedAt">, now: Date): boolean {
  return race.endedAt === null && competitionDay(now) < addDays(race.from, teamRule.lateDays)
}

/** The first day that counts for a team of somebody who joins it today. West of the site's zone a season begins on the day before. */
export function firstDayFor({ from }: Pick<Race, "from">, today: Day): Day {
  const first = addDays(from, -1)
  return today > first ? today : first
}

/**
 * Founds a team; its founder is its captain and gets the code with which others join. Errors: `unknown_race`, `not_joined`,
 * `locked`; `in_team`; `bad_name` (with what is wrong with it); `name_taken`; `too_many` teams.
 */
export async function foundTeam(
  world: Pick<World, "db" | "now">,
  { name, ...asked }: Asked & { name: string },
  called: string,
): Promise<
  { ok: true; number: number } | Lost | Refusal<"in_team" | "bad_name" | "name_taken" | "too_many">
> {
  const title = titleOf(called)
  if (title === null) return { ok: false, code: "bad_name" }
  return world.db.transaction(async (db) => {
    const found = await enter(world, db, { ...asked, name })
    if (!found.ok) return found
    const { race, athlete, from, team } = found
    if (team !== null) return { ok: false, code: "in_team" }
    const teams = await db.sql<{ name: string }>`
      select name from teams where race_id = ${race.id}`
    if (teams.length >= teamRule.mostTeams) return { ok: false, code: "too_many" }
    if (teams.some((one) => one.name.toLowerCase() === title.toLowerCase()))
      return { ok: false, code: "name_taken" }
    const { number } = await insertTeam(db, { race, title, athlete, from })
    return { ok: true, number }
  })
}

/** The name of a team as it is stored; null if it cannot be one. */
export function titleOf(called: string): string | null {
  const title = called.trim().replace(/\s+/g, " ")
  return title.length < 3 || title.length > 40 || nameProblem(title) ? null : title
}

/** Stores a team with its captain, its code, and the number after the last. The caller has locked the race. */
export async function insertTeam(
  db: Db,
  { race, title, athlete, from }: { race: Race; title: string; athlete: number; from: Day },
): Promise<{ id: number; number: number }> {
  const [made] = (await db.sql<{ id: number; number: number }>`
    insert into teams (race_id, number, name)
    select ${race.id}, coalesce(max(number), 0) + 1, ${title} from teams where race_id = ${race.id}
    returning id, number::integer as number`) as [{ id: number; number: number }]
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("")
  await db.sql`insert into private.captains (team_id, athlete_id, code) values (${made.id}, ${athlete}, ${code})`
  await joinTeamOf(db, { race, team: made.id, athlete, from })
  return made
}

/**
 * Joins the team with this code, typed in any case and with or without its hyphen. Errors: `unknown_race`, `not_joined`,
 * `locked`; `in_team`; `unknown_code`; `full`.
 */
export async function joinTeam(
  world: Pick<World, "db" | "now">,
  asked: Asked,
  typed: string,
): Promise<{ ok: true } | Lost | Refusal<"in_team" | "unknown_code" | "full">> {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, 40)
  return world.db.transaction(async (db) => {
    const found = await enter(world, db, asked)
    if (!found.ok) return found
    const { race, athlete, from } = found
    if (found.team !== null) return { ok: false, code: "in_team" }
    const [team] = await db.sql<{ id: number; members: number }>`
      select t.id, (select count(*)::integer from team_members m where m.team_id = t.id) as members
      from teams t join private.captains c on c.team_id = t.id
      where t.race_id = ${race.id} and c.code = ${code}`
    if (!team) return { ok: false, code: "unknown_code" }
    if (team.members >= teamRule.mostMembers) return { ok: false, code: "full" }
    await joinTeamOf(db, { race, team: team.id, athlete, from })
    return { ok: true }
  })
}

/**
 * Leaves the team before its roster is locked, as if one had never been in it; the next member becomes its captain, and a team
 * without members is gone. Errors: `unknown_race`, `not_joined`, `locked`; `no_team`.
 */
export async function leaveTeam(
  world: Pick<World, "db" | "now">,
  asked: Asked,
): Promise<{ ok: true } | Lost | Refusal<"no_team">> {
  return world.db.transaction(async (db) => {
    const found = await enter(world, db, asked)
    if (!found.ok) return found
    const { athlete, team } = found
    if (team === null) return { ok: false, code: "no_team" }
    await remove(db, team, athlete)
    return { ok: true }
  })
}

/**
 * Removes a member before the roster is locked, by the captain; afterwards nobody can be removed. Errors: `unknown_race`,
 * `not_joined`, `locked`; `not_captain`; `unknown_member`, also for the captain.
 */
export async function removeMember(
  world: Pick<World, "db" | "now">,
  asked: Asked,
  member: string,
): Promise<{ ok: true } | Lost | Refusal<"not_captain" | "unknown_member">> {
  return world.db.transaction(async (db) => {
    const found = await enter(world, db, asked)
    if (!found.ok) return found
    const { athlete, team } = found
    const [captain] = await db.sql`
      select from private.captains where team_id = ${team} and athlete_id = ${athlete}`
    if (team === null || !captain) return { ok: false, code: "not_captain" }
    const [other] = await db.sql<{ id: number }>`
      select m.athlete_id::float8 as id from team_members m join athletes a on a.id = m.athlete_id
      where m.team_id = ${team} and a.slug = ${member} and a.id <> ${athlete}`
    if (!other) return { ok: false, code: "unknown_member" }
    await remove(db, team, other.id)
    return { ok: true }
  })
}

/** The race, locked against others who found or join a team at the same time, and the member in it. */
async function enter(
  world: Pick<World, "now">,
  db: Db,
  { userId, season, name }: Asked,
): Promise<({ ok: true } & Founding) | Lost> {
  const race = await findRace(db, { season, name })
  if (race?.entrants !== "captains") return { ok: false, code: "unknown_race" }
  await db.sql`select from races where id = ${race.id} for update`
  const now = world.now()
  if (!isOpen(race, now)) return { ok: false, code: "locked" }
  const [own] = await db.sql<{ id: number; zone: string; team: number | null }>`
    select a.id::float8 as id, a.time_zone as zone, m.team_id as team
    from athletes a left join team_members m on m.athlete_id = a.id and m.race_id = ${race.id}
    where a.user_id = ${userId}`
  if (!own) return { ok: false, code: "not_joined" }
  return { ok: true, race, athlete: own.id, team: own.team, from: firstDayFor(race, dayIn(now, own.zone)) }
}

/** Puts a member into a team; the first day that counts is `from`. */
export async function joinTeamOf(
  { sql }: Db,
  { race, team, athlete, from }: { race: Race; team: number; athlete: number; from: Day },
): Promise<void> {
  await sql`
    insert into team_members (race_id, team_id, athlete_id, from_on, came)
    values (${race.id}, ${team}, ${athlete}, ${from}, 'joined')`
}

async function remove({ sql }: Db, team: number, athlete: number): Promise<void> {
  await sql`delete from team_members where team_id = ${team} and athlete_id = ${athlete}`
  const [next] = await sql<{ athlete: number }>`
    select athlete_id::float8 as athlete from team_members where team_id = ${team} and athlete_id is not null
    order by id limit 1`
  if (!next) await sql`delete from teams where id = ${team}`
  else
    await sql`
      update private.captains set athlete_id = ${next.athlete} where team_id = ${team} and athlete_id = ${athlete}`
}
