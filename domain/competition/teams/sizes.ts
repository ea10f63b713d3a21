import { teamRule } from "#content/team-rule.ts"

/**
 * The number of teams of about `size` members for this many athletes; 0 if there are too few for two teams that can
 * have a place. The sizes of drawn teams differ by at most one.
 */
export function teamsFor(athletes: number, size: number): number {
  const most = Math.floor(athletes / teamRule.leastMembers)
  return most < 2 ? 0 : Math.min(most, Math.max(2, Math.round(athletes / size)))
}

/** How many members of a team get its prize at most (`teamRule.prizeShare`). */
export function mostPrizesOf(members: number): number {
  return Math.floor(teamRule.prizeShare * members)
}

/**
 * How many members count on each day, derived from the size of the smallest team at the draw. Fixed for the season,
 * regardless of who joins or leaves.
 */
export function countedMembers(smallest: number): number {
  return Math.round(teamRule.countedShare * smallest)
}
