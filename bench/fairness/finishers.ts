import { addDays, type Day } from "#primitives/zones.ts"
import { historyMonths, type World } from "./world.ts"

/** Active days of every member with at least one, in each race of a length within the year. */
export function activeDaysOf(world: World, length: number): number[] {
  const first = world.months[historyMonths]?.[0] as Day
  const count = Math.floor(((world.months.length - historyMonths) * 30) / length)
  return world.members.flatMap(({ athlete }) => {
    const active = world.days.flatMap((month) => [...(month.get(athlete) ?? [])]).filter((day) => day.active)
    return Array.from({ length: count }, (_, nr) => {
      const [from, to] = [addDays(first, nr * length), addDays(first, (nr + 1) * length)]
      return active.filter(({ on }) => from <= on && on < to).length
    }).filter((days) => days > 0)
  })
}

/** The share of athletes with at least `least` active days. */
export function finisherShare(activeDays: readonly number[], least: number): number {
  return activeDays.filter((days) => days >= least).length / activeDays.length
}
