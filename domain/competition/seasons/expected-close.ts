import type { Db } from "#ports/db.ts"
import { allocate } from "./allocate.ts"
import type { SeasonRow } from "./season.ts"
import { rulesOf, titleAt } from "./season-prizes.ts"
import { type PassedOver, shippedPrizes, winningOrder } from "./winning-order.ts"

/** The result of closing a season now. */
interface ExpectedClose {
  /** In the order of the places. */
  winners: { place: number; title: string; athlete: string; athleteId: number }[]
  passedOver: PassedOver[]
}

/**
 * Returns who would win and who would be passed over if the season closed now; for a closed season, who did. Only
 * reads, so that nobody's upload waits while an operator looks.
 */
export async function expectedClose(db: Db, season: SeasonRow): Promise<ExpectedClose> {
  const rules = await rulesOf(db, season)
  const { order, names, passedOver } = await winningOrder(
    db,
    season,
    rules,
    season.closedAt ? "results" : "board",
  )
  const places = rules.prizes.map(({ place }) => place)
  const winners = allocate(places, order, await shippedPrizes(db, season)).map(({ place, athleteId }) => ({
    place,
    title: titleAt(rules, place),
    athlete: names[order.indexOf(athleteId)] ?? "",
    athleteId,
  }))
  return { winners, passedOver }
}
