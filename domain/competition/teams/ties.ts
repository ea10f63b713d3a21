import { teamRule } from "#content/team-rule.ts"
import type { TeamScore } from "./score.ts"

interface Standing {
  team: number
  /** Members, including former ones. */
  roster: number
  score: Pick<TeamScore, "points" | "activeDays" | "reachedAt">
}

/**
 * Teams in their order with their places: more points, then more counted active days, then the earlier time of reaching
 * the total; teams that are still tied share the place: 1, 2, 2, 4. Teams without points or of fewer than four have no
 * place (null) and come last.
 */
export function placesOf<T extends Standing>(teams: readonly T[]): (T & { place: number | null })[] {
  const isRanked = ({ roster, score }: T) => roster >= teamRule.leastMembers && score.points > 0
  const ranked = teams.filter(isRanked).sort((a, b) => inOrder(a, b) || a.team - b.team)
  const others = teams.filter((one) => !isRanked(one)).sort((a, b) => a.team - b.team)
  return [
    ...ranked.map((one) => ({ ...one, place: 1 + ranked.findIndex((first) => inOrder(first, one) === 0) })),
    ...others.map((one) => ({ ...one, place: null })),
  ]
}

function inOrder({ score: a }: Standing, { score: b }: Standing): number {
  return (
    b.points - a.points ||
    b.activeDays - a.activeDays ||
    (a.reachedAt?.getTime() ?? 0) - (b.reachedAt?.getTime() ?? 0)
  )
}
