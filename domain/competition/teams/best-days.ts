import type { Day } from "#primitives/zones.ts"

/** An athlete's day, as it counts for the team that they were in on that day. */
export interface MemberDay {
  athlete: number
  on: Day
  /** Whole points of the day, as on the board. */
  points: number
  active: boolean
  /** The end of the activity with which these points were reached. */
  reachedAt: Date
}

/**
 * The days that count if the best `members` of each day count. Equal points are ordered by the time at which they were
 * reached, then by id.
 */
export function bestOfEachDay(days: readonly MemberDay[], members: number): MemberDay[] {
  return [...Map.groupBy(withPoints(days), ({ on }) => on)]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, all]) => all.sort(byPoints).slice(0, members))
}

/** The days that count if all days of the season's best `members` count. Equal points are ordered by id. */
export function bestOfSeason(days: readonly MemberDay[], members: number): MemberDay[] {
  const best = [...Map.groupBy(withPoints(days), ({ athlete }) => athlete)]
    .map(([athlete, own]) => ({ athlete, points: pointsOf(own), own }))
    .sort((a, b) => b.points - a.points || a.athlete - b.athlete)
    .slice(0, members)
  return best.flatMap(({ own }) => own).sort((a, b) => a.on.localeCompare(b.on) || byPoints(a, b))
}

export function pointsOf(days: readonly MemberDay[]): number {
  return days.reduce((sum, { points }) => sum + points, 0)
}

function withPoints(days: readonly MemberDay[]): MemberDay[] {
  return days.filter(({ points }) => points > 0)
}

function byPoints(a: MemberDay, b: MemberDay): number {
  return b.points - a.points || a.reachedAt.getTime() - b.reachedAt.getTime() || a.athlete - b.athlete
}
