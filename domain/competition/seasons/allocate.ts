import type { TeamPrize } from "./team-prizes.ts"

/** A shipped prize: it cannot go to anyone else, and its winner gets no other prize of the season. */
interface Shipped {
  place: number
  /** Null when the account was deleted afterward. */
  athleteId: number | null
}

export interface Allocated {
  place: number
  athleteId: number
  /** Of a race of teams; without it, a prize of the season itself. */
  team?: TeamPrize
}

/**
 * Decides who gets which prize: the open places, best first, go to the eligible athletes in the order of the final table.
 * Shipped prizes stay where they are. A place without an eligible athlete stays vacant.
 *
 * Pure, so that a season can be settled again after every withdrawal, with the same result for the same facts.
 * @param places the places that win a prize: 1, 2, 3
 * @param order eligible athletes, best first
 */
export function allocate(
  places: readonly number[],
  order: readonly number[],
  shipped: readonly Shipped[],
): Allocated[] {
  const settled = new Set(shipped.map(({ place }) => place))
  const served = new Set(shipped.map(({ athleteId }) => athleteId))
  const open = places.filter((place) => !settled.has(place)).sort((a, b) => a - b)
  const waiting = order.filter((athleteId) => !served.has(athleteId))
  return open.flatMap((place, index) => {
    const athleteId = waiting[index]
    return athleteId === undefined ? [] : [{ place, athleteId }]
  })
}
