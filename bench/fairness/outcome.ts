import type { Entrant } from "#domain/competition/teams/entrants.ts"
import { type Membership, notWeighed } from "#domain/competition/teams/rosters.ts"
import type { Day } from "#primitives/zones.ts"
import { prizesWon } from "./main-race.ts"
import { type DaysOf, drawn, standingsOf, teamWinners } from "./team-race.ts"
import type { TrainedDay } from "./training.ts"
import { entrantsOf, sumOf, type World } from "./world.ts"

/** An athlete in a season of a world. */
export interface Scene {
  world: World
  month: number
  athlete: number
}

/** Prizes that one person wins, whatever the number of their accounts. */
export interface Won {
  team: number
  main: number
}

/** How an athlete's participation differs from everybody else's. */
export interface Entry {
  /** Days that replace those of athletes, or belong to additional ones. */
  days?: ReadonlyMap<number, readonly TrainedDay[]>
  entrants?: (all: readonly Entrant[]) => readonly Entrant[]
  /** What happens to the rosters after the draw. */
  after?: (
    stays: readonly Membership[],
    race: { daysOf: DaysOf; on: readonly Day[] },
  ) => readonly Membership[]
  /** The person's accounts, if there are more than one. */
  accounts?: readonly number[]
}

/** The athlete's prizes in a month of the team race and the main races. */
export function outcomeOf({ world, month, athlete }: Scene, entry: Entry = {}): Won {
  const on = world.months[month] ?? []
  const daysOf = (one: number) => entry.days?.get(one) ?? world.days[month]?.get(one) ?? []
  const entrants = entrantsOf(world, month)
  const entered = entry.entrants?.(entrants) ?? entrants
  const { stays, formula } = drawn(entered, on[0] as Day)
  const after = entry.after?.(stays, { daysOf, on }) ?? stays
  const cannotWin = notWeighed(after, new Map(entered.map((one) => [one.athlete, one.points])))
  const winners = teamWinners(after, standingsOf(after, formula, daysOf), {
    ...{ daysOf, cannotWin },
    pointsOf: (one) => sumOf(daysOf(one)),
  })
  const accounts = entry.accounts ?? [athlete]
  return {
    team: accounts.some((one) => winners.has(one)) ? 1 : 0,
    main: prizesWon(world, month, { person: athlete, accounts: accounts.map(daysOf) }),
  }
}

export function sumOfWon(...seasons: readonly Won[]): Won {
  return {
    team: seasons.reduce((sum, { team }) => sum + team, 0),
    main: seasons.reduce((sum, { main }) => sum + main, 0),
  }
}
