import type { Entrant } from "#domain/competition/teams/draw.ts"
import { type Membership, teamForLate, teamOn } from "#domain/competition/teams/rosters.ts"
import { scoreTeam } from "#domain/competition/teams/score.ts"
import { countedMembers } from "#domain/competition/teams/sizes.ts"
import type { Day } from "#primitives/zones.ts"
import type { Entry, Scene } from "./outcome.ts"
import { type DaysOf, daysIn, teamSize } from "./team-race.ts"
import type { TrainedDay } from "./training.ts"
import { sumOf } from "./world.ts"

/** An account that is no member of the world. */
export const newcomer = 9001

/** Enters with the others, as somebody without points. */
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

/** Joins on the first day that leads to the attacker's team, or, if none does or nobody aims, on the last possible one. */
export function joinsLate(days: readonly TrainedDay[], { athlete }: Scene, aims: boolean): Entry {
  return {
    days: new Map([[newcomer, days]]),
    after: (stays, { daysOf, on }) => {
      const own = teamOn(stays, athlete, on[0] as Day)
      const joined = [0, 1, 2].map((nr) => joining(stays, newcomer, { daysOf, on, nr }))
      const stay = (aims && joined.find(({ team }) => team === own)) || joined[2]
      return stay ? [...stays, stay] : stays
    },
  }
}

/** The stay of somebody who joins on a day of the season, 0 being the first. */
export function joining(
  stays: readonly Membership[],
  athlete: number,
  { daysOf, on, nr }: { daysOf: DaysOf; on: readonly Day[]; nr: number },
): Membership {
  const formula = { best: "of each day", members: countedMembers(teamSize) } as const
  const [opensOn, joinsOn] = [on[0] as Day, on[nr] as Day]
  const teams = [...Map.groupBy(stays, ({ team }) => team)].map(([team, own]) => {
    const soFar = daysIn(own, team, daysOf).filter((day) => day.on < joinsOn)
    return { team, members: own.length, points: scoreTeam(soFar, own.length, formula).points }
  })
  return { athlete, team: teamForLate(teams, { opensOn, joinsOn }) ?? 0, from: joinsOn, until: null }
}

/** The days of the month's strongest athlete besides the attacker, as those of a newcomer. */
export function daysOfStrongest({ world, month, athlete }: Scene): TrainedDay[] {
  const [best = []] = [...(world.days[month] ?? [])]
    .filter(([other]) => other !== athlete)
    .map(([, days]) => days)
    .sort((a, b) => sumOf(b) - sumOf(a))
  return best.map((day) => ({ ...day, athlete: newcomer }))
}
