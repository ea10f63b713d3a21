/** The rules of teams. docs/decisions/2026-11-26-teams.md has the simulation behind each number. */
export const teamRule = {
  /** Smaller teams have no place, and a total of fewer who recorded is for the team alone. */
  leastMembers: 4,
  /** Members of a drawn team whose days count, as a share of the smallest team. */
  countedShare: 0.6,
  /** Points that a member's day adds to a drawn team at most: an ordinary session counts in full, and nobody decides alone. */
  mostPointsADay: 100,
  /** Of the best of so many seasons this share counts in the draw, so that resting for one gains nothing. */
  seed: { share: 0.85, ofSeasons: 6 },
  /** Until this day of a season, the first one being 1, who joins is put into the smallest team. */
  lateDays: 3,
  /** Captains’ teams of one race, and members of one team, at most. */
  mostTeams: 200,
  mostMembers: 40,
  /** Active days that a member needs for a share of the team's prize. */
  prizeActiveDays: 4,
} as const
