import { privateRaceRule } from "#content/private-race-rule.ts"
import type { World } from "#domain/world.ts"
import { lastSettledDay } from "../calendar/days-anywhere.ts"
import { freezeAthletes } from "../races/results.ts"
import { entrantsOf, privateRule, type StoredRace, storedColumns } from "./stored.ts"

/**
 * Freezes the results of private races that are over, each in a transaction of its own; a race that too few are in ends
 * without one. Idempotent, also when several processes run it at the same time.
 */
export async function settlePrivateRaces(world: Pick<World, "db" | "now">): Promise<void> {
  const now = world.now()
  const due = await world.db.sql<{ id: number }>`
    select id from races
    where entrants = 'invited' and closed_at is null and ended_at is null and to_on <= ${lastSettledDay(now)}::date
    order by id`
  for (const { id } of due)
    await world.db.transaction(async (db) => {
      const [race] = await db.sql<StoredRace>`
        select ${storedColumns(db.sql)} from races r where r.id = ${id} for update`
      if (!race || race.closedAt || race.endedAt) return
      const entrants = await entrantsOf(db, id)
      if (entrants.length < privateRaceRule.entrants.least) {
        await db.sql`update races set ended_at = ${now} where id = ${id}`
        return
      }
      await freezeAthletes(db, { id, rule: privateRule, of: race, athletes: entrants })
      await db.sql`update races set closed_at = ${now} where id = ${id}`
    })
}
