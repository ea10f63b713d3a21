import type { TrainedDay } from "./training.ts"
import { sumOf, type World } from "./world.ts"

/** Prizes of the main races within a month of 30 days: two of two weeks with three places, and the month with one. */
const races = [
  { from: 0, to: 14, prizes: 3 },
  { from: 14, to: 28, prizes: 3 },
  { from: 0, to: 30, prizes: 1 },
]

/**
 * Prizes that some accounts win in the main races of a month, all others training as they do.
 * @param accounts those of one person, with their days; they replace the person's own
 */
export function prizesWon(
  { months, days }: World,
  month: number,
  { person, accounts }: { person: number; accounts: readonly (readonly TrainedDay[])[] },
): number {
  const on = months[month] ?? []
  const others = [...(days[month] ?? [])].filter(([athlete]) => athlete !== person).map(([, own]) => own)
  return races.reduce((won, { from, to, prizes }) => {
    const [first = "", last = ""] = [on[from], on[to - 1]]
    const sum = (own: readonly TrainedDay[]) => sumOf(own.filter((day) => first <= day.on && day.on <= last))
    const theirs = others.map(sum)
    const ours = accounts.map(sum)
    const all = [...theirs, ...ours]
    const ahead = (points: number) => all.filter((other) => other > points).length
    return won + ours.filter((points) => points > 0 && ahead(points) < prizes).length
  }, 0)
}
