/** What makes an activity worth a look, apart from the rules that put it in review. Signs are shown to operators only. */
export const reviewSigns = {
  /** A day that jumps: far above the athlete's own best day of the weeks before. */
  jump: {
    weeks: 8,
    /** Days with points in those weeks; with fewer there is no history to jump from. */
    leastDays: 5,
    /** More than so many times the best day. */
    times: 2,
    /** And at least so much more, so that a stroll after a week of short strolls is none. */
    leastMorePoints: 50,
    leastMoreMeters: 5_000,
  },
  /** Average speed above which an activity without a known sport is worth a look, in km/h. */
  untypedKmh: 35,
  /** Counted activities with a sign are looked for among so many of each running board. */
  leaders: 50,
  /** And as far back as this. */
  leaderDays: 14,
} as const
