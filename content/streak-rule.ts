/** The rules of weekly streaks. docs/competition.md explains them with examples that run as tests. */
export const streakRule = {
  /** How many active days a week needs in order to count: by default, and the range that a member can choose from. */
  activeDays: { usual: 3, least: 2, most: 5 },
  /** How many counted weeks earn a rest week, and the most rest weeks that are kept. */
  rest: { weeks: 6, kept: 2 },
  /** Weeks of break that a member can declare in one calendar year of ISO weeks. */
  breakWeeksAYear: 4,
  /** How far ahead a week of break can be declared, in weeks. */
  breakWeeksAhead: 52,
} as const
