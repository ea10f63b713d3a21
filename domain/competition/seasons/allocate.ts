/** A prize that is on its way: nobody else can get it, and its winner gets no other one of the season. */
interface Shipped {
  place: number
  /** Null when the account was deleted afterwards. */
  athleteId: number | null
}

export interface Allocated {
  place: number
  athleteId: number
}

/**
 * Who gets which prize: the open places, the best first, go to those who may win, in the order of the final table.
 * Shipped prizes stay where they are. A place for which nobody is left stays vacant.
 *
 * Pure, so that a season can be settled again after every withdrawal and gives the same answer for the same facts.
 * @param places of the season's prizes: 1, 2, 3
 * @param order athletes who may win, the best first
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
