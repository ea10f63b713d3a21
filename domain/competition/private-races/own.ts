import type { World } from "#domain/world.ts"
import { type Day, dayIn } from "#primitives/zones.ts"
import { firstDays } from "./create.ts"
import { type PrivateRacePhase, privatePhase } from "./phase.ts"
import { type StoredRace, storedColumns } from "./stored.ts"

/** A private race in its member's list. */
interface OwnPrivateRace {
  name: string
  from: Day
  to: Day
  entrants: number
  phase: PrivateRacePhase
}

/** As many races as a list has. */
const mostListed = 50

/** The private races that an account is in, the latest first. */
export async function ownPrivateRaces(
  world: Pick<World, "db" | "now">,
  userId: string,
): Promise<OwnPrivateRace[]> {
  const { sql } = world.db
  const races = await sql<StoredRace & { entrants: number }>`
    select ${storedColumns(sql)},
      (select count(*)::integer from race_entrants other where other.race_id = r.id) as entrants
    from athletes a
    join race_entrants e on e.athlete_id = a.id
    join races r on r.id = e.race_id
    where a.user_id = ${userId} and r.entrants = 'invited'
    order by r.to_on desc, r.id desc
    limit ${mostListed}`
  const now = world.now()
  return races.map((race) => ({
    name: race.name,
    from: race.from,
    to: race.to,
    entrants: race.entrants,
    phase: privatePhase(race, now),
  }))
}

/** The page of an account's private races: those it is in, and the days on which a new one may begin. Null: it has not joined. */
export async function privateRacesPage(
  world: Pick<World, "db" | "now">,
  userId: string,
): Promise<{ races: OwnPrivateRace[]; firstDays: Day[] } | null> {
  const [member] = await world.db.sql<{ timeZone: string }>`
    select time_zone as "timeZone" from athletes where user_id = ${userId}`
  if (!member) return null
  return {
    races: await ownPrivateRaces(world, userId),
    firstDays: firstDays(dayIn(world.now(), member.timeZone)),
  }
}
