import type { Membership } from "#domain/competition/teams/rosters.ts"
import type { TeamFormula } from "#domain/competition/teams/score.ts"
import type { Day } from "#primitives/zones.ts"
import { lateStays } from "./newcomer.ts"
import { type DaysOf, drawn } from "./team-race.ts"
import { entrantsOf, historyMonths, type World } from "./world.ts"

/** A month with its teams as the rules create them, including those who join in its first days. */
export interface Season {
  month: number
  on: readonly Day[]
  daysOf: DaysOf
  stays: readonly Membership[]
  formula: TeamFormula & { members: number }
}

export function seasonsOf(world: World): Season[] {
  return world.months.slice(historyMonths).map((on, nr) => {
    const month = historyMonths + nr
    const daysOf: DaysOf = (athlete) => world.days[month]?.get(athlete) ?? []
    const { stays, formula } = drawn(entrantsOf(world, month), on[0] as Day)
    const late = world.members
      .map(({ athlete, joinsOn }) => ({ athlete, nr: joinsOn - month * 30 }))
      .filter((one) => one.nr > 0 && one.nr < 3)
    const all = [...stays, ...lateStays(stays, late, { daysOf, on })]
    return { month, on, daysOf, stays: all, formula }
  })
}
