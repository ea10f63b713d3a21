import type { World } from "#domain/world.ts"
import { allocate } from "./allocate.ts"
import { type Awarded, applyAllocation } from "./award.ts"
import { undisputed } from "./open-objections.ts"
import type { SeasonRow } from "./season.ts"
import { rulesOf } from "./season-prizes.ts"
import { type PassedOver, shippedPrizes, winningOrder } from "./winning-order.ts"

export interface Settled {
  /** Prizes that were newly awarded or changed hands, in the order of the places. */
  winners: Awarded[]
  passedOver: PassedOver[]
}

/**
 * Allocates the prizes of a frozen season according to the current facts, and notifies everyone whose prize changed.
 * Idempotent, also from several processes: it locks the season's row.
 *
 * Eligibility is decided once, when the order of winners first reaches an athlete, and stored: what they or their
 * club change afterward takes no prize away. Only disqualifications and deleted accounts are checked again.
 */
export async function settle(world: World, season: SeasonRow): Promise<Settled> {
  const { db } = world
  await db.sql`select from seasons where id = ${season.id} for update`
  const rules = await rulesOf(db, season)
  const { order, verdicts, passedOver } = await winningOrder(db, season, rules, "results")
  await db.sql`
    update season_results r set verdict = v.verdict
    from jsonb_to_recordset(${db.sql.json(verdicts)}) as v (line integer, verdict text)
    where r.season_id = ${season.id} and r.line = v.line
  `
  const shipped = await shippedPrizes(db, season)
  const places = rules.prizes.map(({ place }) => place)
  // A place that an open objection could change waits for the reply.
  const allocated = await undisputed(world, season, rules, allocate(places, order, shipped))
  const winners = await applyAllocation(world, season, rules, allocated)
  await db.sql`update seasons set settled_at = coalesce(settled_at, ${world.now()}) where id = ${season.id}`
  return { winners, passedOver }
}
