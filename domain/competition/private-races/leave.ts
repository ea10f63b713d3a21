import { privateRaceRule } from "#content/private-race-rule.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { latestDay } from "../calendar/days-anywhere.ts"
import { raceOfEntrant, type StoredRace, storedColumns } from "./stored.ts"

/** Takes the member out of a private race, with their result. Errors: `unknown_race`, also for a race that they are not in. */
export async function leavePrivateRace(
  world: Pick<World, "db" | "now">,
  { userId, name }: { userId: string; name: string },
): Promise<{ ok: true } | Refusal<"unknown_race">> {
  return world.db.transaction(async (db) => {
    const race = await raceOfEntrant(db, { userId, name })
    if (!race) return { ok: false, code: "unknown_race" }
    await remove(db, { race: race.id, athlete: race.athlete, now: world.now() })
    return { ok: true }
  })
}

/** Takes a person who erases their account out of all private races. */
export async function eraseFromPrivateRaces(
  world: Pick<World, "now">,
  db: Db,
  person: Pick<Account, "id">,
): Promise<void> {
  const entered = await db.sql<{ race: number; athlete: number }>`
    select e.race_id as race, e.athlete_id::float8 as athlete
    from race_entrants e join athletes a on a.id = e.athlete_id
    where a.user_id = ${person.id}
    order by e.race_id`
  for (const one of entered) await remove(db, { ...one, now: world.now() })
}

/** A race that nobody is in is deleted; one that has begun and has too few left ends, without a result. */
async function remove(
  { sql }: Db,
  { race: id, athlete, now }: { race: number; athlete: number; now: Date },
): Promise<void> {
  const [race] = await sql<StoredRace>`
    select ${storedColumns(sql)} from races r where r.id = ${id} for update`
  if (!race) return
  await sql`delete from race_entrants where race_id = ${id} and athlete_id = ${athlete}`
  await sql`update race_results set athlete_id = null where race_id = ${id} and athlete_id = ${athlete}`
  const [left] = await sql<{ count: number }>`
    select count(*)::integer as count from race_entrants where race_id = ${id}`
  const count = left?.count ?? 0
  const isOn = race.closedAt === null && race.endedAt === null && race.from <= latestDay(now)
  if (count === 0) await sql`delete from races where id = ${id}`
  else if (isOn && count < privateRaceRule.entrants.least)
    await sql`update races set ended_at = ${now} where id = ${id}`
}
