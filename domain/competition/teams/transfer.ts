import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { addDays, dayIn } from "#primitives/zones.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { transfer } from "./roster-changes.ts"
import type { Membership } from "./rosters.ts"
import { replaceStays, type StoredStay, storedStays } from "./stays.ts"

type Lost = Refusal<"unknown_race" | "too_late">
type TransferRefusal =
  | Lost
  | Refusal<"unknown_team" | "unknown_athlete" | Extract<ReturnType<typeof transfer>, { ok: false }>["code"]>

/**
 * Moves an athlete to another team. Of a running race from tomorrow on, once a season: what they trained until today
 * still counts for the old team. Before the season begins at once, and as often as needed. Errors: `unknown_race`, `unknown_team`,
 * `unknown_athlete`; `too_late`: the season is over; and those of `transfer`.
 */
export async function transferMember(
  world: Pick<World, "db" | "now">,
  { athlete, to, reason, ...asked }: RaceAddress & { athlete: string; to: number; reason: string },
): Promise<{ ok: true } | TransferRefusal> {
  const now = world.now()
  return inRace(world, asked, async (inside, race) => {
    const [who] = await inside.sql<{ id: number; timeZone: string }>`
      select id::float8 as id, time_zone as "timeZone" from athletes where slug = ${athlete}`
    if (!who) return { ok: false, code: "unknown_athlete" }
    const [team] = await inside.sql<{ id: number }>`
      select id from teams where race_id = ${race.id} and number = ${to}`
    if (!team) return { ok: false, code: "unknown_team" }
    const stays = await inside.sql<Membership>`
      select athlete_id::float8 as athlete, team_id as team, from_on::text as from, until_on::text as until
      from team_members where race_id = ${race.id} and athlete_id = ${who.id} order by id`
    // No stay has begun before the season, so each is replaced.
    const today = now < race.opensAt ? addDays(race.from, -1) : dayIn(now, who.timeZone)
    const moved = transfer(stays, { athlete: who.id, to: team.id, today, reason })
    if (!moved.ok) return moved
    const next = moved.value.at(-1) as Membership
    await endStay(inside, { race, athlete: who.id, from: next.from })
    await inside.sql`
      insert into team_members (race_id, team_id, athlete_id, from_on, came, reason)
      values (${race.id}, ${team.id}, ${who.id}, ${next.from}, 'transferred', ${reason.trim()})`
    return { ok: true }
  })
}

/**
 * Undoes a transfer. One that has not taken effect is as if it had never been made. Afterwards the athlete goes back from
 * tomorrow on, and what they trained in between stays with the team for which they trained. Errors: `unknown_race`;
 * `too_late`: the season is over; `not_in_a_team`, also after the account was deleted; `unknown_team`: the former one was ended.
 * @param stays of the athlete before the transfer
 */
export async function undoTransfer(
  world: Pick<World, "db" | "now">,
  { athlete, stays, ...asked }: RaceAddress & { athlete: number; stays: readonly StoredStay[] },
): Promise<{ ok: true } | Lost | Refusal<"not_in_a_team" | "unknown_team">> {
  const now = world.now()
  return inRace(world, asked, async (inside, race) => {
    const present = (await storedStays(inside, race.id, { athletes: [athlete] })).find(({ until }) => !until)
    const [who] = await inside.sql<{ timeZone: string }>`
      select time_zone as "timeZone" from athletes where id = ${athlete}`
    const before = stays.find(({ until }) => until === null)
    if (!present || !who || !before) return { ok: false, code: "not_in_a_team" }
    const [team] = await inside.sql<{ id: number }>`
      select id from teams where race_id = ${race.id} and number = ${before.team}`
    if (!team) return { ok: false, code: "unknown_team" }
    const today = dayIn(now, who.timeZone)
    if (now < race.opensAt || present.from > today) {
      await replaceStays(inside, race.id, { athletes: [athlete], stays })
      return { ok: true }
    }
    const from = addDays(today, 1)
    await endStay(inside, { race, athlete, from })
    await inside.sql`
      insert into team_members (race_id, team_id, athlete_id, from_on, came, reason)
      values (${race.id}, ${team.id}, ${athlete}, ${from}, 'transferred', 'The transfer was undone')`
    return { ok: true }
  })
}

/** Ends the present stay on the day before `from`; one that would not have begun by then is deleted. */
async function endStay(
  { sql }: Db,
  { race, athlete, from }: { race: Race; athlete: number; from: string },
): Promise<void> {
  await sql`
    update team_members set until_on = ${from}
    where race_id = ${race.id} and athlete_id = ${athlete} and until_on is null and from_on < ${from}`
  await sql`
    delete from team_members where race_id = ${race.id} and athlete_id = ${athlete} and until_on is null`
}

/** A race whose teams are drawn and whose season is not over, locked against other changes of its teams. */
async function inRace<Done>(
  world: Pick<World, "db" | "now">,
  asked: RaceAddress,
  work: (db: Db, race: Race) => Promise<Done>,
): Promise<Done | Lost> {
  return world.db.transaction(async (db) => {
    const race = await findRace(db, asked)
    if (!race?.drawnAt) return { ok: false, code: "unknown_race" }
    if (world.now() >= race.closesAt) return { ok: false, code: "too_late" }
    await db.sql`select from races where id = ${race.id} for update`
    return work(db, race)
  })
}
