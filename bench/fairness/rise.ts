import { riseOf, risePlaces } from "#domain/competition/rise/rise.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"
import { createRandom } from "../fair-play/model/random.ts"
import type { TrainedDay } from "./training.ts"
import { historyMonths, sumOf, type World } from "./world.ts"

/** Weeks of rest before the season. */
export const restWeeks = [0, 4, 8, 12] as const

/** Of one athlete a month: whether they are first, alone or not, after resting at 30 % for so many weeks. */
export function riseFirst(world: World, weeks: number): number[] {
  return world.months.slice(historyMonths).flatMap((on, nr) => {
    const month = historyMonths + nr
    const opensOn = on[0] as Day
    const athletes = world.members
      .map(({ athlete }) => ({ athlete, days: lifeOf(world, athlete, month) }))
      .filter(({ days }) => days.some((day) => day.on >= opensOn) && days.some((day) => day.on < opensOn))
    const random = createRandom(world.name, "rise", month)
    const { athlete: attacker } = random.pick(athletes)
    const from = addDays(opensOn, -7 * weeks)
    const isRested = ({ on: day }: TrainedDay) => day >= from && day < opensOn && random.chance(0.7)
    const places = risePlaces(
      athletes.map(({ athlete, days }) => {
        const done = athlete === attacker ? days.filter((day) => !isRested(day)) : days
        return { athlete, rise: risen(done, opensOn) }
      }),
    )
    const own = places.find(({ athlete }) => athlete === attacker)
    return own?.rise.unranked ? [] : [own?.place === 1 ? 1 : 0]
  })
}

function risen(days: readonly TrainedDay[], opensOn: Day) {
  const before = days.filter((day) => day.on < opensOn)
  const weeks = [...Map.groupBy(before, ({ on }) => mondayOf(on))].map(([on, own]) => ({
    on,
    points: sumOf(own),
  }))
  return riseOf({
    weeks,
    season: { opensOn, days: 30, points: days.filter((day) => day.on >= opensOn) },
    breaks: [],
  })
}

function lifeOf(world: World, athlete: number, month: number): TrainedDay[] {
  return world.days.slice(0, month + 1).flatMap((of) => [...(of.get(athlete) ?? [])])
}
