import type { Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { type Allocated, allocate } from "./allocate.ts"
import type { SeasonRow } from "./season.ts"
import { type TeamPrize, teamOrder, teamPrizesOf } from "./team-prizes.ts"
import {
  type PassedOver,
  shippedPrizes,
  type Table,
  type WinningOrder,
  winningOrder,
} from "./winning-order.ts"

/** Who gets the prizes of a season by the current facts. */
interface ExpectedWinners {
  /** The prizes of the season itself, then those of its races of teams. */
  allocated: Allocated[]
  /** Names by athlete. */
  names: ReadonlyMap<number, string>
  passedOver: PassedOver[]
  /** New decisions who may win the season, and who may share the prize of a race of teams. */
  verdicts: WinningOrder["verdicts"]
  teamVerdicts: { race: number; verdicts: WinningOrder["verdicts"] }[]
  teamPrizes: readonly TeamPrize[]
}

/**
 * Allocates the prizes of a season; reads only. Nobody gets two: the prizes of the season come first, and whoever gets one shares
 * no prize of a team.
 */
export async function expectedWinners(
  db: Db,
  season: SeasonRow,
  rules: Series,
  table: Table,
): Promise<ExpectedWinners> {
  const shipped = await shippedPrizes(db, season)
  const found = await winningOrder(db, season, rules, table)
  const places = rules.prizes.map(({ place }) => place)
  const allocated = allocate(places, found.order, shipped)
  const names = new Map(found.order.map((athlete, nr) => [athlete, found.names[nr] ?? ""]))
  const teamVerdicts: ExpectedWinners["teamVerdicts"] = []
  const teamPrizes = await teamPrizesOf(db, season)
  for (const prize of teamPrizes) {
    const taken = new Set(allocated.map(({ athleteId }) => athleteId))
    const team = await teamOrder(db, season, rules, { ...prize, taken })
    for (const [nr, athlete] of team.order.entries()) names.set(athlete, team.names[nr] ?? "")
    teamVerdicts.push({ race: prize.race.id, verdicts: team.verdicts })
    allocated.push(...allocate(prize.places, team.order, shipped).map((one) => ({ ...one, team: prize })))
  }
  const { passedOver, verdicts } = found
  return { allocated, names, passedOver, verdicts, teamVerdicts, teamPrizes }
}
