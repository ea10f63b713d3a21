import { isOfTeams } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { daysOf, racesOf } from "../races/race.ts"
import { freezeAthletes, freezeRise } from "../races/results.ts"
import { freezeTeams } from "../teams/results.ts"

/**
 * Freezes every side race of a season, in the transaction that freezes the season: later changes of days do not affect
 * it. Idempotent.
 */
export async function freezeRaces(db: Db, season: { id: number; slug: string }, now: Date): Promise<void> {
  // A race of 100,000 athletes is sorted in memory; the transaction has one connection, so this is needed once.
  await db.sql`select set_config('work_mem', '64MB', true)`
  for (const race of await racesOf(db, season.slug)) {
    const [frozen] = await db.sql`
      update races set closed_at = ${now} where id = ${race.id} and closed_at is null returning id`
    if (!frozen) continue
    if (isOfTeams(race)) await freezeTeams(db, race)
    else if (race.metric === "rise") await freezeRise(db, race)
    else await freezeAthletes(db, { id: race.id, rule: race, of: daysOf(race), athletes: null })
  }
}
