import { riseOf } from "#domain/competition/rise/rise.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"
import { createRandom } from "../fair-play/model/random.ts"
import type { TrainedDay } from "./training.ts"
import { historyMonths, sumOf, type World } from "./world.ts"

/** Weeks of rest before the season. */
export const restWeeks = [0, 4, 8, 12] as const

/**
 * For one athlete per month and each number of weeks: 1 if they are first, alone or tied, after resting at 30 % for
 * that long.
 */
export function riseFirsts(world: World): { weeks: number; first: number }[] {
  return world.months.slice(historyMonths).flatMap((on, nr) => {
    const month = historyMonths + nr
    const opensOn = on[0] as Day
    const field = world.members
      .map(({ athlete }) => ({ athlete, days: lifeOf(world, athlete, month) }))
      .filter(({ days }) => days.some((day) => day.on >= opensOn) && days.some((day) => day.on < opensOn))
      .map((one) => ({ ...one, rise: risen(one.days, opensOn) }))
    const attacker = createRandom(world.name, "rise", month).pick(field)
    return restWeeks.flatMap((weeks) => {
      const random = createRandom(world.name, "rise", month, weeks)
      const from = addDays(opensOn, -7 * weeks)
      const isRested = ({ on: day }: TrainedDay) => day >= from && day < opensOn && random.chance(0.7)
      const rise = risen(
        attacker.days.filter((day) => !isRested(day)),
        opensOn,
      )
      if (rise.unranked !== null) return []
      const others = field.filter((one) => one !== attacker && one.rise.unranked === null)
      const isFirst = rise.percent > 0 && others.every((one) => one.rise.percent <= rise.percent)
      return [{ weeks, first: isFirst ? 1 : 0 }]
    })
  })
}

function risen(days: readonly TrainedDay[], opensOn: Day) {
  const before = days.filter((day) => day.on < opensOn)
  const weeks = [...Map.groupBy(before, ({ on }) => mondayOf(on))]
  return riseOf({
    weeks: weeks.map(([on, own]) => ({ on, points: sumOf(own) })),
    season: { opensOn, days: 30, points: days.filter((day) => day.on >= opensOn) },
    breaks: [],
  })
}

/** The days of 26 weeks before a month, and of the month. */
function lifeOf(world: World, athlete: number, month: number): TrainedDay[] {
  return world.days.slice(month - historyMonths, month + 1).flatMap((of) => [...(of.get(athlete) ?? [])])
}
