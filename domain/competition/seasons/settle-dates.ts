import { ownDates } from "#content/races.ts"
import type { World } from "#domain/world.ts"
import { lastSettledDay } from "../calendar/days-anywhere.ts"
import { daysOf, racesOf } from "../races/race.ts"
import { freezeAthletes } from "../races/results.ts"
import { freezeReports } from "./sponsor-report.ts"

/**
 * Freezes the results of races with days of their own that are over, each in a transaction of its own. Idempotent, also when several
 * processes run it at the same time.
 */
export async function settleRacesOfDates({ db, now }: Pick<World, "db" | "now">): Promise<void> {
  const at = now()
  const due = (await racesOf(db, ownDates)).filter(
    ({ closedAt, to }) => !closedAt && to <= lastSettledDay(at),
  )
  for (const race of due)
    await db.transaction(async (inside) => {
      const [frozen] = await inside.sql`
        update races set closed_at = ${at} where id = ${race.id} and closed_at is null and ended_at is null returning id`
      if (!frozen) return
      await freezeAthletes(inside, { id: race.id, rule: race, of: daysOf(race), athletes: null })
      await freezeReports(inside, { race: race.id }, at)
    })
}
