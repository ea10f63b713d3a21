/** The rules of teams. docs/decisions/2026-11-26-teams.md has the simulation behind each number. */
export const teamRule = {
  /**
   * Teams with fewer members have no place, and a total to which fewer members contributed is shown only to the team.
   */
  leastMembers: 4,
  /** Members of a drawn team whose days count, as a share of the smallest team. */
  countedShare: 0.6,
  /**
   * The most points that one member's day adds to a drawn team: an ordinary session counts in full, and nobody decides
   * the race alone.
   */
  mostPointsADay: 100,
  /**
   * The draw counts at least this share of an athlete's best total in the last `ofSeasons` seasons, so that sitting out
   * a season gains nothing.
   */
  seed: { share: 0.85, ofSeasons: 6 },
  /**
   * The last day of a season, counted from 1, on which an athlete who joins is still put into a team: the smallest one.
   */
  lateDays: 3,
  /** Captains’ teams of one race, and members of one team, at most. */
  mostTeams: 200,
  mostMembers: 40,
  /** Active days that a member needs for a share of the team's prize. */
  prizeActiveDays: 4,
  /**
   * The most prizes of a race, as a share of a team's members: those who placed higher in the season get one. So two accounts that
   * share one person's training have together no more of a chance than the one account.
   */
  prizeShare: 0.5,
} as const
