import { teamRule } from "#content/team-rule.ts"
import { bestOfEachDay, bestOfSeason, type MemberDay, pointsOf } from "./best-days.ts"

/**
 * Which points count. Drawn teams: those of the best `members` of each day, up to 100 points a day.
 * Captains' teams, whose sizes differ: the mean of the better half, of at least four members.
 */
export type TeamFormula = { best: "of each day"; members: number } | { best: "half" }

export interface TeamScore {
  /** Whole points; for captains' teams the mean, with half a point rounded up. */
  points: number
  /** Days that count and are active. */
  activeDays: number
  /** When the total was reached; null without points. */
  reachedAt: Date | null
  /**
   * Every counted day with its counted points, by date, and within a date the most points first. Their sum, divided by
   * `dividedBy`, is the total.
   */
  why: MemberDay[]
  dividedBy: number
  /** Members with points. */
  recorded: number
}

/** A day as it counts for a drawn team: at most a hundred points. */
export function cappedDay<T extends { points: number }>(day: T): T {
  return { ...day, points: Math.min(day.points, teamRule.mostPointsADay) }
}

/**
 * A team's total with its reasons. Independent of the order of the days.
 * @param days of its members, each while in this team (rosters.ts)
 * @param roster members, including former ones
 */
export function scoreTeam(days: readonly MemberDay[], roster: number, formula: TeamFormula): TeamScore {
  const { why, dividedBy } = countedDays(days, roster, formula)
  const ends = why.map(({ reachedAt }) => reachedAt.getTime())
  return {
    points: Math.floor((2 * pointsOf(why) + dividedBy) / (2 * dividedBy)),
    activeDays: why.filter(({ active }) => active).length,
    reachedAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    why,
    dividedBy,
    recorded: new Set(days.filter(({ points }) => points > 0).map(({ athlete }) => athlete)).size,
  }
}

function countedDays(
  days: readonly MemberDay[],
  roster: number,
  formula: TeamFormula,
): { why: MemberDay[]; dividedBy: number } {
  switch (formula.best) {
    case "of each day":
      return { why: bestOfEachDay(days.map(cappedDay), formula.members), dividedBy: 1 }
    case "half": {
      // Missing members count as 0, so that a few strong athletes gain nothing by forming a team without others.
      const members = Math.max(teamRule.leastMembers, Math.ceil(roster / 2))
      return { why: bestOfSeason(days, members), dividedBy: members }
    }
  }
}
