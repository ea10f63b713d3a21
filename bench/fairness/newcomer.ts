import type { Entrant } from "#domain/competition/teams/entrants.ts"
import { type Membership, placeLate, teamOn } from "#domain/competition/teams/rosters.ts"
import { scoreTeam } from "#domain/competition/teams/score.ts"
import { countedMembers } from "#domain/competition/teams/sizes.ts"
import type { Day } from "#primitives/zones.ts"
import type { Entry, Scene } from "./outcome.ts"
import { type DaysOf, daysIn, teamSize } from "./team-race.ts"
import type { TrainedDay } from "./training.ts"
import { sumOf } from "./world.ts"

/** An account outside the simulated members. */
export const newcomer = 9001

/** Is drawn with the others, as an athlete without points. */
export function entersWith(
  days: readonly TrainedDay[],
  { athlete, month }: Scene,
  wish: "named" | "alone",
): Entry {
  const named = wish === "named"
  return {
    days: new Map([[newcomer, days]]),
    entrants: (all) => [
      ...all.map((one) => (named && one.athlete === athlete ? { ...one, with: newcomer } : one)),
      {
        ...{ athlete: newcomer, points: 0, joinedAt: new Date(month * 30 * 86_400_000) },
        with: named ? athlete : undefined,
      } satisfies Entrant,
    ],
  }
}

/** Joins within the first three days, if that leads to the attacker's team. */
export function joinsLate(days: readonly TrainedDay[], { athlete }: Scene): Entry {
  return {
    days: new Map([[newcomer, days]]),
    after: (stays, race) => {
      const own = teamOn(stays, athlete, race.on[0] as Day)
      const joined = lateStays(stays, [{ athlete: newcomer, nr: 2 }], race)
      return joined[0]?.team === own ? [...stays, ...joined] : stays
    },
  }
}

/** The stays of those who join in the first days of a season, 0 being the first. */
export function lateStays(
  stays: readonly Membership[],
  late: readonly { athlete: number; nr: number }[],
  { daysOf, on }: { daysOf: DaysOf; on: readonly Day[] },
): Membership[] {
  const opensOn = on[0] as Day
  const formula = { best: "of each day", members: countedMembers(teamSize) } as const
  const teams = [...Map.groupBy(stays, ({ team }) => team)].map(([team, own]) => {
    const soFar = daysIn(own, team, daysOf).filter((day) => day.on <= (on[2] as Day))
    return { team, members: own.length, points: scoreTeam(soFar, own.length, formula).points }
  })
  return placeLate(teams, {
    opensOn,
    late: late.map(({ athlete, nr }) => ({
      ...{ athlete, joinsOn: on[nr] as Day },
      joinedAt: new Date(`${on[nr]}T12:00:00Z`),
    })),
  })
}

/** The days of the month's strongest athlete besides the attacker, as those of a newcomer. */
export function daysOfStrongest({ world, month, athlete }: Scene): TrainedDay[] {
  const [best = []] = [...(world.days[month] ?? [])]
    .filter(([other]) => other !== athlete)
    .map(([, days]) => days)
    .sort((a, b) => sumOf(b) - sumOf(a))
  return best.map((day) => ({ ...day, athlete: newcomer }))
}
