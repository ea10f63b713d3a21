import { addDays, type Day } from "#primitives/zones.ts"

/** Consecutive active days; an inactive day does not end a streak until it is over. */
export function streakOf(active: readonly Day[], today: Day): { current: number; longest: number } {
  const days = new Set(active)
  const runFrom = (last: Day) => {
    let count = 0
    while (days.has(addDays(last, -count))) count++
    return count
  }
  const ends = [...days].filter((day) => !days.has(addDays(day, 1)))
  const longest = Math.max(0, ...ends.map(runFrom))
  // East of the competition's time zone it may already be tomorrow.
  const end = [addDays(today, 1), today, addDays(today, -1)].find((day) => days.has(day))
  return { current: end ? runFrom(end) : 0, longest }
}
