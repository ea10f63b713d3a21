import type { SideRace } from "#content/races.ts"

/** A listed side race, in which all points of all athletes count, with these changes. */
export function sideRace(changes: Partial<SideRace> = {}): SideRace {
  return {
    name: "race",
    title: "Race",
    words: "A race of a test.",
    metric: "points",
    kinds: null,
    weekdays: null,
    newcomers: false,
    capADay: null,
    daysAWeek: null,
    leastMinutes: 30,
    leastDays: 1,
    entrants: "athletes",
    teamSize: null,
    fromOn: null,
    toOn: null,
    target: null,
    prize: null,
    mostPrizes: null,
    listed: true,
    repeats: false,
    ...changes,
  }
}
