/** What is a milestone. docs/competition.md explains it with examples that run as tests. */
export const milestoneRule = {
  activeDays: [10, 50, 100],
  hours: [100],
  /** An own best needs at least so many days, weeks or months with points: others to be better than. */
  toCompare: { days: 3, weeks: 2, months: 2 },
} as const
