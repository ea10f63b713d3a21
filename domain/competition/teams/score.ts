import { teamRule } from "#content/team-rule.ts"
import { bestOfEachDay, bestOfSeason, type MemberDay, pointsOf } from "./best-days.ts"

/**
 * Whose points count. Drawn teams: the best `members` of each day, or of the season. Captains' teams, whose sizes differ:
 * the better half, at least four, and the mean of their points.
 */
export type TeamFormula = { best: "of each day" | "of the season"; members: number } | { best: "half" }

export interface TeamScore {
  /** Whole points; of captains' teams the mean, half a point up. */
  points: number
  /** Days that count and are active. */
  activeDays: number
  /** When the total was reached; null without points. */
  reachedAt: Date | null
  /** Every day that counts, by day, the most points first. Their sum, divided by `dividedBy`, is the total. */
  why: MemberDay[]
  dividedBy: number
  /** Members with points. */
  recorded: number
}

/**
 * A team's total with its reasons. Independent of the order of the days.
 * @param days of its members, each while in this team (rosters.ts)
 * @param roster members, former ones included
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
      return { why: bestOfEachDay(days, formula.members), dividedBy: 1 }
    case "of the season":
      return { why: bestOfSeason(days, formula.members), dividedBy: 1 }
    case "half": {
      // Who is missing counts 0, so that a few strong ones do not make a team of their own by leaving the others out.
      const members = Math.max(teamRule.leastMembers, Math.ceil(roster / 2))
      return { why: bestOfSeason(days, members), dividedBy: members }
    }
  }
}
