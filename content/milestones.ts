/** What counts as a milestone. docs/competition.md explains it with examples that run as tests. */
export const milestoneRule = {
  activeDays: [10, 50, 100],
  hours: [100],
  /** The least number of days, weeks or months with points for a personal best, so that there are others to beat. */
  toCompare: { days: 3, weeks: 2, months: 2 },
} as const
