/** How much more an athlete trains than before. docs/decisions/2026-11-26-teams.md has the simulation behind the numbers. */
export const riseRule = {
  /** Points a week below which nobody's baseline is, so that a first session is not a rise without end. */
  leastBaseline: 100,
  /** Weeks of the median, which are also the weeks of history that a rank needs. */
  medianWeeks: 8,
  /** So much of the best mean of four weeks in a row counts, so that resting before a season gains nothing. */
  best: { share: 0.85, weeks: 4, ofWeeks: 26 },
  /** Shown at most, in percent of the baseline: more would reward risky jumps in load. */
  mostPercent: 125,
} as const
