import { teamRule } from "#content/team-rule.ts"
import { daysBetween } from "#primitives/days.ts"
import type { Day } from "#primitives/zones.ts"
import type { MemberDay } from "./best-days.ts"

/** One stay of an athlete in a team of a season. Stays are kept as history. */
export interface Membership {
  /** Null once the athlete is erased. */
  athlete: number | null
  team: number
  from: Day
  /** The first day that no longer counts for the team; null for the current stay. */
  until: Day | null
}

/** The team for which a day counts: the one that the athlete was in on that day. Null without one. */
export function teamOn(stays: readonly Membership[], athlete: number, day: Day): number | null {
  return stays.find((stay) => stay.athlete === athlete && holds(stay, day))?.team ?? null
}

/**
 * The days that count for a team, including those of athletes who have left it since. Days of disqualified athletes do
 * not count, and those of erased athletes no longer exist.
 */
export function daysOfTeam(
  stays: readonly Membership[],
  team: number,
  {
    days,
    disqualified = new Set(),
  }: { days: readonly MemberDay[]; disqualified?: ReadonlySet<number> | undefined },
): MemberDay[] {
  const own = Map.groupBy(
    stays.filter((stay) => stay.team === team),
    ({ athlete }) => athlete,
  )
  return days.filter(
    ({ athlete, on }) => !disqualified.has(athlete) && own.get(athlete)?.some((stay) => holds(stay, on)),
  )
}

/**
 * Members of a team, including those who left or were erased: until the season ends, they remain in the number by which
 * the points of captains' teams are divided, so that a team gains nothing by losing somebody.
 */
export function rosterOf(
  stays: readonly Membership[],
  team: number,
): { members: number[]; former: number; size: number } {
  const own = stays.filter((stay) => stay.team === team)
  const members = own.flatMap(({ athlete, until }) => (athlete !== null && until === null ? [athlete] : []))
  const erased = own.filter(({ athlete }) => athlete === null).length
  const known = new Set(own.flatMap(({ athlete }) => (athlete === null ? [] : [athlete]))).size
  return {
    members: members.sort((a, b) => a - b),
    former: erased + known - members.length,
    size: erased + known,
  }
}

/**
 * The stays of those who join after the draw. When the third day is over, those who have joined so far are put, in the
 * order of joining, into the team with the fewest members; ties go to the team with fewer points, then to the lower
 * number. Their days count from the one on which they joined. All are placed at the same time, so that nobody can wait
 * for the day on which a certain team is next. Anyone who joins later scores alone this season.
 * @param teams with their members, and their points of the first three days
 */
export function placeLate(
  teams: readonly { team: number; members: number; points: number }[],
  { opensOn, late }: { opensOn: Day; late: readonly { athlete: number; joinedAt: Date; joinsOn: Day }[] },
): Membership[] {
  const present = teams.map((one) => ({ ...one }))
  return late
    .filter(({ joinsOn }) => daysBetween(opensOn, joinsOn) < teamRule.lateDays)
    .toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || a.athlete - b.athlete)
    .flatMap(({ athlete, joinsOn }) => {
      const [next] = present.sort((a, b) => a.members - b.members || a.points - b.points || a.team - b.team)
      if (!next) return []
      next.members++
      return [{ athlete, team: next.team, from: joinsOn, until: null }]
    })
}

/** Whether only the team may see a total, because it would reveal what individual members did. */
export function isForTeamAlone({ recorded }: { recorded: number }): boolean {
  return recorded < teamRule.leastMembers
}

/**
 * Who shares a prize of the team: those who were in no other team and are in it when the season ends, with at least four
 * active days. Who was transferred shares none, so that nobody is moved to the leading team for its prize; neither does
 * who was not weighed by the draw (`notWeighed`).
 * @param activeDays of the season
 * @param cannotWin those whose days count, but who can win nothing
 */
export function prizeMembers(
  stays: readonly Membership[],
  team: number,
  { activeDays, cannotWin }: { activeDays: ReadonlyMap<number, number>; cannotWin: ReadonlySet<number> },
): number[] {
  return rosterOf(stays, team).members.filter((athlete) => {
    const wasMoved = stays.some((stay) => stay.athlete === athlete && stay.team !== team)
    const isActive = (activeDays.get(athlete) ?? 0) >= teamRule.prizeActiveDays
    return isActive && !wasMoved && !cannotWin.has(athlete)
  })
}

/**
 * Members whom the draw could not weigh: those without points in an earlier season, and those who joined after the
 * draw. Their days count for the team, and they share its prize from their next season on. So nobody gains a prize by
 * opening a new account or by joining late on purpose.
 * @param drawn points of those in the draw (seed.ts)
 */
export function notWeighed(stays: readonly Membership[], drawn: ReadonlyMap<number, number>): Set<number> {
  return new Set(
    stays.flatMap(({ athlete }) => (athlete !== null && (drawn.get(athlete) ?? 0) === 0 ? [athlete] : [])),
  )
}

function holds({ from, until }: Membership, day: Day): boolean {
  return from <= day && (until === null || day < until)
}
