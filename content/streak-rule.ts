/** The rules of weekly streaks. docs/competition.md explains them with examples that run as tests. */
export const streakRule = {
  /** Active days that make a week count: until the member chooses, at least, and at most. */
  activeDays: { usual: 3, least: 2, most: 5 },
  /** A rest week is saved after so many counted weeks, and at most so many are kept. */
  rest: { weeks: 6, kept: 2 },
  /** Weeks of break that a member can declare in one calendar year of ISO weeks. */
  breakWeeksAYear: 4,
  /** How far ahead a week of break can be declared, in weeks. */
  breakWeeksAhead: 52,
} as const
