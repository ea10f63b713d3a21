import { teamRule } from "#content/team-rule.ts"
import { type Day, daysBetween } from "#primitives/zones.ts"
import type { MemberDay } from "./best-days.ts"

/** One stay of an athlete in a team of a season. Stays are kept as history. */
export interface Membership {
  /** Null once the athlete is erased. */
  athlete: number | null
  team: number
  from: Day
  /** The first day that no longer counts for the team; null while the stay goes on. */
  until: Day | null
}

/** The team for which a day counts: the one in which the athlete was when it was trained. Null without one. */
export function teamOn(stays: readonly Membership[], athlete: number, day: Day): number | null {
  return stays.find((stay) => stay.athlete === athlete && holds(stay, day))?.team ?? null
}

/**
 * The days that count for a team, whatever became of the athlete since. Those of disqualified athletes do not.
 * Those of erased ones are gone, and the caller has none.
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
 * Members of a team, those who left or were erased included: they stay in the number by which captains' teams are
 * divided until the season ends, so that a team gains nothing by losing somebody.
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
 * The team of somebody who joins after the draw: until the third day the one with the fewest members, of equal ones the
 * one with fewer points, then the lower number. Null later on: they score alone this season.
 */
export function teamForLate(
  teams: readonly { team: number; members: number; points: number }[],
  { opensOn, joinsOn }: { opensOn: Day; joinsOn: Day },
): number | null {
  if (daysBetween(opensOn, joinsOn) >= teamRule.lateDays) return null
  const [first] = teams.toSorted((a, b) => a.members - b.members || a.points - b.points || a.team - b.team)
  return first?.team ?? null
}

/** Whether a total is for the team alone, because it would tell what individual members did. */
export function isForTeamAlone({ recorded }: { recorded: number }): boolean {
  return recorded < teamRule.leastMembers
}

/**
 * Who shares a prize of the team: those who were in it alone and are when the season ends, with at least four active
 * days. Who was transferred shares none, so that nobody is moved to the leading team for its prize; neither does who
 * had points before and still missed the draw (`missedDraw`).
 * @param days of the season
 * @param cannotWin operators and others whose days count, but who can win nothing
 */
export function prizeMembers(
  stays: readonly Membership[],
  team: number,
  {
    days,
    cannotWin = new Set(),
  }: { days: readonly MemberDay[]; cannotWin?: ReadonlySet<number> | undefined },
): number[] {
  const own = daysOfTeam(stays, team, { days })
  return rosterOf(stays, team).members.filter((athlete) => {
    const active = own.filter((day) => day.athlete === athlete && day.active).length
    const wasMoved = stays.some((stay) => stay.athlete === athlete && stay.team !== team)
    return active >= teamRule.prizeActiveDays && !wasMoved && !cannotWin.has(athlete)
  })
}

/**
 * Athletes who were put into a team after the draw although they had points in earlier seasons. Their days count for the
 * team, but the draw did not weigh them: whoever waits on purpose gains no prize by it.
 * @param drawn who was in the draw
 * @param seeds points by which the draw goes, or would have gone (seed.ts)
 */
export function missedDraw(
  stays: readonly Membership[],
  { drawn, seeds }: { drawn: ReadonlySet<number>; seeds: ReadonlyMap<number, number> },
): Set<number> {
  const late = stays.flatMap(({ athlete }) => (athlete !== null && !drawn.has(athlete) ? [athlete] : []))
  return new Set(late.filter((athlete) => (seeds.get(athlete) ?? 0) > 0))
}

function holds({ from, until }: Membership, day: Day): boolean {
  return from <= day && (until === null || day < until)
}
