/** The limits of private races. docs/competition.md explains them. */
export const privateRaceRule = {
  /** The lengths to choose from, in whole days. */
  lengths: [7, 14],
  /** Athletes who take part, at least, for a result, and at most. */
  entrants: { least: 2, most: 12 },
  /** Races that a member may be in at a time, those that have not begun included. */
  mostAtOnce: 5,
  /** How many days ahead a race may begin. */
  daysAhead: 14,
} as const
