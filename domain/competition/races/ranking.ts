/** An athlete's value in a race, from the counted days. */
export interface Value {
  athlete: number
  /** In the unit of the race's metric. */
  value: number
  /** Counted days with a value. */
  days: number
  /** Part of it comes from a source that does not allow showing it to everybody. */
  restricted: boolean
  /** Attributions that must be shown with the value, in order. */
  credits: readonly string[]
}

export interface Placed extends Value {
  rank: number
}

/**
 * The table of a race: the higher value first; equal values are ordered by the number of days, and athletes who are
 * still equal share a place. Athletes with fewer counted days than `leastDays` have no place.
 */
export function rank(values: Iterable<Value>, leastDays: number): Placed[] {
  const sorted = [...values]
    .filter(({ days }) => days >= leastDays)
    .sort((a, b) => b.value - a.value || b.days - a.days || a.athlete - b.athlete)
  const placed: Placed[] = []
  for (const [index, one] of sorted.entries()) {
    const ahead = placed[index - 1]
    const shared = ahead && ahead.value === one.value && ahead.days === one.days
    placed.push({ ...one, rank: shared ? ahead.rank : index + 1 })
  }
  return placed
}
