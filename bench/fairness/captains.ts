import { enter } from "#domain/competition/teams/roster-changes.ts"
import type { Membership } from "#domain/competition/teams/rosters.ts"
import type { TeamFormula } from "#domain/competition/teams/score.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import { createRandom } from "../fair-play/model/random.ts"
import { standingsOf } from "./team-race.ts"
import { historyMonths, type World } from "./world.ts"

/** Members of captains' teams. */
export const captainsSizes = [5, 8, 12, 20, 40] as const

/** First places of teams of each size if members are assigned at random. */
export function firstPlaces(world: World, formula: TeamFormula): number[] {
  const won = captainsSizes.map(() => 0)
  for (const [nr, on] of world.months.slice(historyMonths).entries()) {
    const days = world.days[historyMonths + nr]
    const placed = standingsOf(entered(world, on[0] as Day), formula, (athlete) => days?.get(athlete) ?? [])
    const first = placed.filter(({ place }) => place === 1)
    for (const { team } of first) won[team - 1] = (won[team - 1] ?? 0) + 1 / first.length
  }
  return won
}

function entered({ name, members }: World, opensOn: Day): Membership[] {
  const random = createRandom(name, "captains", opensOn)
  const shuffled = members
    .map(({ athlete }) => ({ athlete, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ athlete }) => athlete)
  let stays: Membership[] = []
  for (const [nr, size] of captainsSizes.entries())
    for (const athlete of shuffled.splice(0, size)) {
      const done = enter(stays, { athlete, team: nr + 1, opensOn, today: addDays(opensOn, -1) })
      if (!done.ok) throw new Error(done.code)
      stays = done.value
    }
  return stays
}
