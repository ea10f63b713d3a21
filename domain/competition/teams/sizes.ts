import { teamRule } from "#content/team-rule.ts"

/**
 * How many teams of about `size` members so many athletes make; 0 if there are too few for two teams that have a place.
 * The sizes of drawn teams differ by at most one.
 */
export function teamsFor(athletes: number, size: number): number {
  const most = Math.floor(athletes / teamRule.leastMembers)
  return most < 2 ? 0 : Math.min(most, Math.max(2, Math.round(athletes / size)))
}

/** How many members count on each day, by the smallest team as drawn. Fixed for the season, whoever joins or leaves. */
export function countedMembers(smallest: number): number {
  return Math.round(teamRule.countedShare * smallest)
}
