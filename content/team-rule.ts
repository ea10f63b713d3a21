/** The rules of teams. docs/decisions/2026-11-26-teams.md has the simulation behind each number. */
export const teamRule = {
  /** Smaller teams have no place, and a total of fewer who recorded is for the team alone. */
  leastMembers: 4,
  /** Members of a drawn team whose days count, as a share of the smallest team. */
  countedShare: 0.6,
  /** Of the best of so many seasons this share counts in the draw, so that resting for one gains nothing. */
  seed: { share: 0.85, ofSeasons: 6 },
  /** Until this day of a season, the first one being 1, who joins is put into the smallest team. */
  lateDays: 3,
  /** Active days that a member needs for a share of the team's prize. */
  prizeActiveDays: 4,
} as const
