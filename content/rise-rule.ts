/** How much more an athlete trains than before. docs/decisions/2026-11-26-teams.md has the simulation behind the numbers. */
export const riseRule = {
  /** The minimum baseline in points a week, so that a first session is not an infinite rise. */
  leastBaseline: 100,
  /** How many weeks the median covers; a rank requires as many weeks of history. */
  medianWeeks: 8,
  /**
   * The baseline is at least this share of the best mean of four consecutive weeks, so that resting before a season
   * gains nothing.
   */
  best: { share: 0.85, weeks: 4, ofWeeks: 26 },
  /** The highest value that is shown, in percent of the baseline: more would reward risky jumps in training load. */
  mostPercent: 125,
} as const
