import type { Db } from "#ports/db.ts"
import { rulesOf, titleAt } from "../series/season-prizes.ts"
import { expectedWinners } from "./expected-winners.ts"
import type { SeasonRow } from "./season.ts"
import type { PassedOver } from "./winning-order.ts"

/** The result of closing a season now. */
interface ExpectedClose {
  /** In the order of the places; `team`: the title of the race of teams whose prize it is. */
  winners: { place: number; title: string; team: string | null; athlete: string; athleteId: number }[]
  passedOver: PassedOver[]
}

/**
 * Returns who would win and who would be passed over if the season closed now; for a closed season, who did. Only
 * reads, so that nobody's upload waits while an operator looks.
 */
export async function expectedClose(db: Db, season: SeasonRow): Promise<ExpectedClose> {
  const rules = await rulesOf(db, season)
  const { allocated, names, passedOver } = await expectedWinners(
    db,
    season,
    rules,
    season.closedAt ? "results" : "board",
  )
  const winners = allocated.map(({ place, athleteId, team }) => ({
    place,
    title: team?.title ?? titleAt(rules, place),
    team: team?.race.title ?? null,
    athlete: names.get(athleteId) ?? "",
    athleteId,
  }))
  return { winners, passedOver }
}
