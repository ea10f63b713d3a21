import type { SideRace } from "#content/races.ts"

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
 * The table of a race: the higher value first; of equal values the one from more days; who is still equal shares the place. In a
 * race of rise equal values share it, because more days are no merit there.
 * Athletes with fewer counted days than `leastDays` have no place.
 */
export function rank(
  values: Iterable<Value>,
  { leastDays, metric }: Pick<SideRace, "leastDays" | "metric">,
): Placed[] {
  const byDays = metric !== "rise"
  const sorted = [...values]
    .filter(({ days }) => days >= leastDays)
    .sort((a, b) => b.value - a.value || (byDays ? b.days - a.days : 0) || a.athlete - b.athlete)
  const placed: Placed[] = []
  for (const [index, one] of sorted.entries()) {
    const ahead = placed[index - 1]
    const shared = ahead && ahead.value === one.value && (!byDays || ahead.days === one.days)
    placed.push({ ...one, rank: shared ? ahead.rank : index + 1 })
  }
  return placed
}
