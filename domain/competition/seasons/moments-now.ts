import type { World } from "#domain/world.ts"
import type { Day } from "#primitives/zones.ts"
import { type AthleteResults, athleteResults } from "../boards/athlete-results.ts"
import type { Boards } from "../boards/board.ts"
import { type Moment, momentsOf } from "../boards/moments.ts"
import { competitionDay } from "../calendar/period.ts"
import { type Winnable, winning } from "./winning.ts"

/** An athlete as everybody sees them, with what they may want to share now. */
interface MomentsNow {
  results: AthleteResults
  /** Seasons that can be won. */
  open: readonly Winnable[]
  /** On the competition's calendar. */
  today: Day
  /** The greatest first. */
  moments: Moment[]
}

/** Null if the athlete is not visible to everybody. */
export async function momentsNow(world: World, boards: Boards, athlete: string): Promise<MomentsNow | null> {
  const today = competitionDay(world.now())
  const [found, { open }] = await Promise.all([
    athleteResults(world, boards, { athlete, today }),
    winning(world),
  ])
  if (!found.ok) return null
  const { results } = found
  const board = raceOf(results, open)?.board ?? null
  return { results, open, today, moments: momentsOf(results, { board, today }) }
}

/** The race whose place is shown: of those with a prize in which the athlete has a place, the one that closes first. */
export function raceOf({ places }: Pick<AthleteResults, "places">, open: readonly Winnable[]) {
  return open.find(({ board }) => places.some((place) => place.board === board))
}
