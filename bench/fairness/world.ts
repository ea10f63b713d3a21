import type { Entrant } from "#domain/competition/teams/entrants.ts"
import { cappedDay } from "#domain/competition/teams/score.ts"
import { seedOf } from "#domain/competition/teams/seed.ts"
import { daysBetween } from "#primitives/days.ts"
import type { Day } from "#primitives/zones.ts"
import { type Member, membersOf } from "./members.ts"
import { monthsFrom, type TrainedDay, trainingOf } from "./training.ts"

/** The history of simulated members, in months of 30 days. */
export interface World {
  name: string
  members: readonly Member[]
  months: readonly (readonly Day[])[]
  /** By month, then by athlete. */
  days: readonly ReadonlyMap<number, readonly TrainedDay[]>[]
  /** Points for a drawn team by month and athlete. */
  points: readonly ReadonlyMap<number, number>[]
}

/** A Monday. */
const firstDay = "2027-01-04"

/** The months before the first evaluated season, which provide the history for seeds. */
export const historyMonths = 6

export function worldOf(
  name: string,
  { members: count, months: more }: { members: number; months: number },
): World {
  const months = monthsFrom(firstDay, historyMonths + more)
  const members = membersOf(name, { count, days: months.length * 30 })
  const all = members.map((member) => ({
    athlete: member.athlete,
    days: Map.groupBy(trainingOf(member, { world: name, months }), ({ on }) => monthOf(months, on)),
  }))
  const days = months.map((_, nr) => new Map(all.map((one) => [one.athlete, one.days.get(nr) ?? []])))
  const points = days.map(
    (month) => new Map([...month].map(([athlete, own]) => [athlete, sumOf(own.map(cappedDay))])),
  )
  return { name, members, months, days, points }
}

/** Members who had joined when the month began, as the draw gets them. */
export function entrantsOf({ members, points }: World, month: number): Entrant[] {
  return members
    .filter(({ joinsOn }) => joinsOn <= month * 30)
    .map(({ athlete, joinsOn }) => ({
      athlete,
      points: seedOf(pointsBefore(points, { month, athlete })),
      joinedAt: new Date(joinsOn * 86_400_000),
    }))
}

/** Points of the seasons before a month, the latest first. */
export function pointsBefore(
  points: World["points"],
  { month, athlete }: { month: number; athlete: number },
): number[] {
  return points
    .slice(0, month)
    .map((of) => of.get(athlete) ?? 0)
    .reverse()
}

export function sumOf(days: readonly { points: number }[]): number {
  return days.reduce((sum, { points }) => sum + points, 0)
}

function monthOf(months: World["months"], on: Day): number {
  return Math.floor(daysBetween(months[0]?.[0] as Day, on) / 30)
}
