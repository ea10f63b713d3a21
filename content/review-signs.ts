/** Signs of suspicious activities, apart from the rules that require a review. Shown to operators only. */
export const reviewSigns = {
  /** A sudden jump: a day far above the athlete's best day of the preceding weeks. */
  jump: {
    weeks: 8,
    /** Minimum days with points in those weeks; with fewer there is no history to compare with. */
    leastDays: 5,
    /** Minimum multiple of the best day. */
    times: 2,
    /** And the minimum increase, so that a longer walk after a week of short walks is not a sign. */
    leastMorePoints: 50,
    leastMoreMeters: 5_000,
  },
  /** Many days that came at once without a track or samples. */
  oneUpload: {
    leastDays: 5,
    /** And either the account joined at most this many days before ... */
    newDays: 14,
    /** ... or half of them are in whole numbers of both. */
    roundSeconds: 300,
    roundMeters: 500,
  },
  /** Minutes that an activity without a track and one of another kind with a track share. */
  besideMinutes: 10,
  /** Minutes between two activities of one kind, one before and one after midnight. */
  acrossMidnightMinutes: 15,
  /** Hours without a track or samples on one day, in however many sessions. */
  hoursWithoutTrace: 6,
  /** Average speed in km/h above which an activity without a known sport is suspicious. */
  untypedKmh: 35,
  /** Counted activities are checked for signs among this many top athletes of each running board. */
  leaders: 50,
  /** And this far back. */
  leaderDays: 14,
} as const
