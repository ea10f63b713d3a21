import { teamRule } from "#content/team-rule.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { competitionDay } from "../calendar/period.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { firstDayFor, insertTeam, isOpen, joinTeamOf, titleOf } from "./founding.ts"

/** A team as an operator makes it, or as it was. */
export interface ArrangedTeam {
  name: string
  /** Ids; the first is the captain. */
  members: number[]
}

type Here = Pick<World, "db" | "now">
type Lost = Refusal<"unknown_race" | "locked">

/** The teams of a race with their present members, the captain first, in the order of their numbers. */
export async function teamsOf(
  { sql }: Pick<Db, "sql">,
  { season, name }: RaceAddress,
): Promise<ArrangedTeam[]> {
  const race = await findRace({ sql }, { season, name })
  return sql<ArrangedTeam>`
    select t.name, coalesce(
      array_agg(m.athlete_id::float8 order by (m.athlete_id = c.athlete_id) desc nulls last, m.id)
        filter (where m.athlete_id is not null), '{}'
    ) as members
    from teams t
    left join private.captains c on c.team_id = t.id
    left join team_members m on m.team_id = t.id and m.until_on is null
    where t.race_id = ${race?.id ?? 0} group by t.id, t.number, t.name order by t.number`
}

/**
 * Adds captains' teams until their rosters are locked: by an operator, for members. Members who are in a team of the race already stay there,
 * and a team of which nobody is left is not made. Errors: `unknown_race`, also where teams are drawn; `locked`;
 * `bad_name`, `name_taken`; `too_many` teams or members; `no_members`: no team has a member.
 */
export async function addTeams(
  world: Here,
  { teams, ...asked }: RaceAddress & { teams: readonly ArrangedTeam[] },
): Promise<{ ok: true } | Lost | Refusal<"bad_name" | "name_taken" | "too_many" | "no_members">> {
  return arranged(world, asked, "captains", async (db, race) => {
    const known = new Set((await teamsOf(db, asked)).map(({ name }) => name.toLowerCase()))
    const from = firstDayFor(race, competitionDay(world.now()))
    let added = 0
    for (const { name, members } of teams) {
      const title = titleOf(name)
      if (title === null) return { ok: false, code: "bad_name" }
      if (known.has(title.toLowerCase())) return { ok: false, code: "name_taken" }
      known.add(title.toLowerCase())
      const free = await withoutTeam(db, race, members)
      if (known.size > teamRule.mostTeams || free.length > teamRule.mostMembers)
        return { ok: false, code: "too_many" }
      const [captain, ...others] = free
      if (captain === undefined) continue
      const { id } = await insertTeam(db, { race, title, athlete: captain, from })
      for (const athlete of others) await joinTeamOf(db, { race, team: id, athlete, from })
      added++
    }
    return added > 0 ? { ok: true } : { ok: false, code: "no_members" }
  })
}

/**
 * Ends captains' teams until their rosters are locked, as if they had never been made. Errors: `unknown_race`, `locked`;
 * `unknown_team`.
 */
export async function removeTeams(
  world: Here,
  { names, ...asked }: RaceAddress & { names: readonly string[] },
): Promise<{ ok: true } | Lost | Refusal<"unknown_team">> {
  return arranged(world, asked, "captains", async (db, race) => {
    const gone = await db.sql`
      delete from teams where race_id = ${race.id} and name = any(${names}::text[]) returning id`
    return gone.length === names.length && gone.length > 0
      ? { ok: true }
      : { ok: false, code: "unknown_team" }
  })
}

/**
 * Renames a team, a drawn one, too, until the third day of the season is over. Errors: `unknown_race`, `locked`;
 * `unknown_team`; `bad_name`, `name_taken`; `unchanged`.
 */
export async function renameTeam(
  world: Here,
  { from, to, ...asked }: RaceAddress & { from: string; to: string },
): Promise<{ ok: true } | Lost | Refusal<"unknown_team" | "bad_name" | "name_taken" | "unchanged">> {
  return arranged(world, asked, "any", async (db, race) => {
    const title = titleOf(to)
    if (title === null) return { ok: false, code: "bad_name" }
    const all = await teamsOf(db, asked)
    if (!all.some(({ name }) => name === from)) return { ok: false, code: "unknown_team" }
    if (title === from) return { ok: false, code: "unchanged" }
    if (all.some(({ name }) => name !== from && name.toLowerCase() === title.toLowerCase()))
      return { ok: false, code: "name_taken" }
    await db.sql`update teams set name = ${title} where race_id = ${race.id} and name = ${from}`
    return { ok: true }
  })
}

/** The race, locked against others who found or join a team at the same time. */
async function arranged<Done>(
  world: Here,
  asked: RaceAddress,
  of: "captains" | "any",
  work: (db: Db, race: Race) => Promise<Done>,
): Promise<Done | Lost> {
  return world.db.transaction(async (db) => {
    const race = await findRace(db, asked)
    if (race?.entrants !== "captains" && (of === "captains" || race?.entrants !== "teams"))
      return { ok: false, code: "unknown_race" }
    await db.sql`select from races where id = ${race.id} for update`
    return isOpen(race, world.now()) ? work(db, race) : { ok: false, code: "locked" }
  })
}

/** Those of them who exist and are in no team of the race, in their order. */
async function withoutTeam({ sql }: Db, race: Race, athletes: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select a.id::float8 as id from unnest(${athletes}::bigint[]) with ordinality as asked (id, nr)
    join athletes a on a.id = asked.id
    where not exists (select from team_members m where m.race_id = ${race.id} and m.athlete_id = a.id)
    order by asked.nr`
  return rows.map(({ id }) => id)
}
