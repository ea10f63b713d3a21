import type { ActivityKind } from "./activity-kinds.ts"
import { site } from "./site.ts"

/**
 * The rules of the competition as data. docs/competition.md explains them with examples that run as tests. To change weights,
 * bands or caps, add a ruleset with the next version: results keep the version they were computed with.
 */

export interface Ruleset {
  version: number
  time: {
    /** Weight of one moving minute by kind; kinds that are not listed earn no points by time. */
    weights: Partial<Record<ActivityKind, number>>
    /** Points per weighted minute in each band; the last band has no upper bound. */
    bands: readonly { minutes: number; rate: number }[]
  }
  distance: {
    /** Points per kilometer by kind; kinds that are not listed earn no points by distance. */
    factors: Partial<Record<ActivityKind, number>>
    wholePoints: number
    rateBeyond: number
  }
  consistency: { points: number; minMovingMinutes: number }
  maxPointsPerDay: number
}

export const rulesets: readonly Ruleset[] = [
  {
    version: 1,
    time: {
      weights: {
        run: 1,
        swim: 1,
        row: 1,
        hiit: 1,
        ski: 1,
        ride: 0.8,
        ebike: 0.8,
        strength: 0.8,
        other: 0.8,
        hike: 0.7,
        walk: 0.5,
        mobility: 0.4,
        yoga: 0.4,
      },
      bands: [
        { minutes: 60, rate: 1 },
        { minutes: 60, rate: 0.5 },
        { minutes: Number.POSITIVE_INFINITY, rate: 0.25 },
      ],
    },
    distance: {
      factors: { run: 5, swim: 25, row: 4, hike: 3, walk: 2, ride: 1.5, ebike: 0.5 },
      wholePoints: 75,
      rateBeyond: 0.5,
    },
    consistency: { points: 25, minMovingMinutes: 20 },
    maxPointsPerDay: 250,
  },
]

/** Limits by kind: `excluded` is humanly impossible, `review` requires a manual review. Speeds in km/h. */
export interface Limits {
  maxKm: number
  maxHours: number
  /** An activity with a higher average speed is excluded. */
  impossibleKmh: number
  /** An activity with a higher average speed requires a review. */
  unusualKmh: number
  /** Fastest five minutes of the track: above `impossible` excluded, above `unusual` reviewed. Reveals cars first. */
  fiveMinutesKmh: { impossible: number; unusual: number }
  /** A longer activity requires a review. */
  unusualHours?: number
  /** Half an hour outdoors without any distance requires a review. */
  needsDistance?: true | undefined
  /** Without a track, exceeding any of these requires a review: hours, kilometers, average over half an hour or more. */
  worldClass: { hours: number; km: number; kmh: number }
  /** With a track, a lower moving speed requires a review. */
  slowestKmh?: number | undefined
}

/** World records by run distance, in meters and seconds (World Athletics and IAU, 2025). Interpolated in log-log space. */
export const runRecords: readonly (readonly [meters: number, seconds: number])[] = [
  [400, 43.03],
  [800, 100.91],
  [1000, 131.96],
  [1500, 206],
  [3000, 437.55],
  [5000, 755.36],
  [10000, 1571],
  [21097.5, 3402],
  [42195, 7235],
  [100000, 21600],
  [319614, 86400],
]

const gym: Limits = {
  maxKm: 100,
  maxHours: 48,
  impossibleKmh: 36,
  unusualKmh: 21,
  fiveMinutesKmh: { impossible: 26, unusual: 22.5 },
  worldClass: { hours: 6, km: 30, kmh: 16 },
  unusualHours: 12,
}

/** Stationary or nearly stationary kinds. */
const onTheSpot: Limits = { ...gym, unusualKmh: 12, fiveMinutesKmh: { impossible: 26, unusual: 16 } }

const ride: Limits = {
  maxKm: 900,
  maxHours: 48,
  impossibleKmh: 55,
  unusualKmh: 42,
  fiveMinutesKmh: { impossible: 90, unusual: 62 },
  worldClass: { hours: 7, km: 200, kmh: 41 },
  slowestKmh: 3,
  needsDistance: true,
}

export const limits: Record<Exclude<ActivityKind, "transition">, Limits> = {
  run: {
    maxKm: 330,
    maxHours: 48,
    impossibleKmh: 36,
    unusualKmh: 21,
    fiveMinutesKmh: { impossible: 26, unusual: 22.5 },
    worldClass: { hours: 6, km: 60, kmh: 18.5 },
    slowestKmh: 2,
    needsDistance: true,
  },
  walk: {
    maxKm: 150,
    maxHours: 36,
    impossibleKmh: 16,
    unusualKmh: 9.5,
    fiveMinutesKmh: { impossible: 20, unusual: 13 },
    worldClass: { hours: 8, km: 45, kmh: 9 },
    slowestKmh: 1,
    needsDistance: true,
  },
  hike: {
    maxKm: 150,
    maxHours: 36,
    impossibleKmh: 16,
    unusualKmh: 9.5,
    fiveMinutesKmh: { impossible: 25, unusual: 16 },
    worldClass: { hours: 10, km: 45, kmh: 9 },
    slowestKmh: 0.5,
    needsDistance: true,
  },
  ride,
  ebike: {
    maxKm: 400,
    maxHours: 24,
    impossibleKmh: 55,
    unusualKmh: 38,
    fiveMinutesKmh: { impossible: 90, unusual: 62 },
    worldClass: { hours: 6, km: 150, kmh: 35 },
    slowestKmh: 3,
    needsDistance: true,
  },
  swim: {
    maxKm: 80,
    maxHours: 36,
    impossibleKmh: 6.55,
    unusualKmh: 5.6,
    // The record over 400 m is 6.5 km/h; GPS error in open water adds to it.
    fiveMinutesKmh: { impossible: 8, unusual: 6.6 },
    worldClass: { hours: 4, km: 12, kmh: 5 },
    needsDistance: true,
  },
  row: {
    maxKm: 250,
    maxHours: 36,
    impossibleKmh: 23,
    unusualKmh: 19,
    // A rowing eight takes 2 km in 5:18, which is 22.6 km/h; a river's current adds to it.
    fiveMinutesKmh: { impossible: 25, unusual: 21 },
    worldClass: { hours: 4, km: 50, kmh: 17.5 },
    needsDistance: true,
  },
  ski: {
    maxKm: 400,
    maxHours: 36,
    impossibleKmh: 120,
    unusualKmh: 60,
    fiveMinutesKmh: { impossible: 130, unusual: 90 },
    worldClass: { hours: 8, km: 80, kmh: 30 },
    needsDistance: true,
  },
  hiit: gym,
  strength: onTheSpot,
  mobility: onTheSpot,
  yoga: onTheSpot,
  // Unknown sport: the limits of a ride, the fastest kind it could be; a car looks like a ride.
  other: {
    ...ride,
    unusualKmh: 35,
    fiveMinutesKmh: { impossible: 90, unusual: 50 },
    worldClass: { hours: 6, km: 60, kmh: 30 },
    slowestKmh: undefined,
    needsDistance: undefined,
    unusualHours: 12,
  },
}

/** When the track overrides the totals: shares of the moving time that it covers, and how far totals may exceed it. */
export const trackRule = {
  /** From this share on, totals are compared with the track. */
  coverage: 0.9,
  /** A total may be at most this many times the track's. */
  agreement: 1.05,
  /** Below this share the activity counts as having no track. */
  missing: 0.5,
  /** Without a track, a run at more than this share of world-record speed is world-class. */
  recordShare: 0.88,
} as const

/** When a run is a sum of short runs with rests between them, such as sprints with automatic pauses. */
export const piecesRule = {
  /** Rests of at least this share of the moving time. Sets of sprints rest longer than they run. */
  restShare: 0.5,
  /** Thirty times 100 meters. Longer repetitions are slower than the record of their sum. */
  mostMeters: 3000,
} as const

/** Top speed in km/h above which an activity cannot be a ride, for a source that reports one without a track. */
export const topSpeedKmh = 120

/** Why an activity counts or not, as shown to its owner. States which rule applied and never accuses. */
export const reasons = {
  counted: "Counted.",
  cleared: "Reviewed and counted.",
  transition: "A transition between two legs. Kept, not scored.",
  manual: "Entered by hand. Only recorded activities count.",
  flagged: "Flagged at its source. It counts again once the flag is removed.",
  "not-public": "Not public at its source. Activities must be public to count.",
  ebike: "E-bike rides do not count in this competition.",
  virtual: "Virtual activities do not count in this competition.",
  indoor: "Indoor activities do not count in this competition.",
  "in-future": "It starts in the future, so the device’s clock was probably wrong.",
  "not-over": "It had not ended when it was sent, so a clock was wrong. Send it again once it is over.",
  "before-joining": "It started before you joined the competition. Kept as history.",
  "too-late": "It arrived later than the rules allow. Kept as history.",
  "no-time": "It has no moving time, so there is nothing to score.",
  "moving-beyond-elapsed": "Its moving time is longer than the time from start to finish.",
  "too-long": "It is longer than this kind of activity can be.",
  "too-far": "It covers more distance than this kind of activity allows.",
  "too-fast": "It is faster than this kind of activity can be.",
  "no-distance": "It has a track and half an hour of time but no distance. Someone will take a look.",
  "unusually-fast": "It is unusually fast for this kind of activity. Someone will take a look.",
  "untyped-fast": "It is fast, and its file does not name a sport we know. Someone will take a look.",
  "unusually-slow": "It is unusually slow for this kind of activity. Someone will take a look.",
  "unusually-long": "It is unusually long. Someone will take a look.",
  "no-track": "It would be a world-class effort, and there is no track to show it. Someone will take a look.",
  "same-recording":
    "The same recording came in earlier, from you or from another account. Someone will take a look.",
  "beyond-track": "Counted by its track, which shows less than its totals claim.",
  overlap: "Counted without the minutes that another recording of yours already covers.",
  duplicate: "Another recording of yours already counts for this workout.",
  declined: "Reviewed and not counted.",
} as const

export type ReasonCode = keyof typeof reasons

/** Why athletes with a winning rank got no prize, as worded on the results page. */
export const passedOverRules = {
  erased: "the account was deleted",
  demo: "sample athletes do not win",
  disqualified: "disqualified for breaking the rules",
  "not-a-member": "not a member of the activity club",
  "not-public": "not shown publicly on the boards",
  "won-last-time": "won the month before",
} as const

export interface Prize {
  place: number
  title: string
}

/** A series of consecutive seasons without gaps. */
export interface Series {
  slug: "fortnightly" | "monthly"
  name: string
  /** `month`: calendar months. A number: the length in days, counted from `anchorOn`. */
  length: "month" | number
  /** First day of any season of the series, "2026-01-05". */
  anchorOn?: string
  prizes: readonly Prize[]
  /** Shipping charged to a winner, in US cents; 0 means free. */
  prizeShippingCents: number
  /** Whether the winners of the previous season cannot win this one. */
  noBackToBack: boolean
}

export interface BoardContent {
  slug: string
  name: string
  /** A sliding window of whole days, including today, or the current season. */
  window: { days: number } | { series: Series["slug"] }
}

export const competition = {
  name: "The B4M competition",
  /** Seasons open and close, and rolling windows advance, at midnight in this time zone. */
  timeZone: site.timeZone,
  ruleset: 1,
  /** How long late syncs still count after a season ends. */
  graceHours: 12,
  /** An activity received later than this after it ended is only kept as history. */
  lateDays: 14,
  /** Tolerated clock skew of devices whose clock is ahead. */
  futureToleranceMinutes: 10,
  countEbike: true,
  countVirtual: true,
  countIndoor: true,
  /** `joined`: everyone who joined is a member unless the club says otherwise. `confirmed`: the club must confirm it. */
  membership: "joined" as "joined" | "confirmed",
  /** A record with fewer seconds of its own than this is a duplicate of the other records, unless this share of it is its own. */
  leastOwnSeconds: 60,
  ownShare: 0.9,
  /** When the samples of two activities are the same recording (domain/competition/scoring/same-recording.ts). */
  sameRecording: {
    /** Maximum difference in length, and maximum shift along the other, as shares of the length. */
    spanShare: 0.06,
    /** Minimum slots with data in both, absolute and as a share of the slots with data in either. */
    leastSlots: 16,
    leastShared: 0.88,
    /** Mean difference of heart rates that are the same to the beat, resampled and rounded. */
    heartBpm: 1,
    /** Heart rates that vary less are ignored: standard deviation in beats per minute. */
    leastHeartDeviation: 3,
    /**
     * Maximum mean distance of two tracks in meters, or this share of the mean step between slots if larger, because bends
     * are cut where slots interleave. Track sizes may differ by this share; the minimum radius excludes stationary ones.
     */
    trackM: 8,
    trackStepShare: 0.08,
    scaleShare: 0.03,
    leastRadiusM: 50,
    /** Members who start within this many minutes may have trained together; only closer tracks are the same recording. */
    togetherMinutes: 15,
    togetherM: 0.2,
    /** When parts of two tracks are the same recording (domain/competition/scoring/windows.ts). */
    windows: {
      /** Bits of the pace in which windows differ at most: of the first that is found, and of those around it. */
      seedBits: 3,
      bits: 7,
      /** How far apart they lie at most: meters at the finest scale, and a share of the distance to the first. */
      placeM: 16,
      placeShare: 0.015,
      /** How many seconds their times differ at most, but for one factor: outings on one route stray by 4 and more. */
      strayS: 2,
      /** Windows that agree, as a share of those that both tracks have where they overlap: from 4 on, and from 8 on. */
      least: 4,
      leastShare: 0.7,
      many: 8,
      manyShare: 0.5,
      /** Two or three are enough if they are all, this share of the shorter track's, and stray by no more at one pace. */
      fewShare: 0.6,
      fewStrayS: 0.5,
      /** Keys under which a recording is stored, and about how many are looked for. */
      stored: 8,
      storedBeats: 4,
      probes: 32,
      probedBeats: 8,
    },
  },
  /** Days that a winner has to claim a prize. */
  claimDays: 30,
} as const

export const series: readonly Series[] = [
  {
    slug: "fortnightly",
    name: "Two-week season",
    length: 14,
    anchorOn: "2026-01-05",
    prizes: [
      { place: 1, title: "Winner’s bundle: shoe voucher, recovery kit and team shirt" },
      { place: 2, title: "Recovery kit and team shirt" },
      { place: 3, title: "Team shirt" },
    ],
    prizeShippingCents: 995,
    noBackToBack: false,
  },
  {
    slug: "monthly",
    name: "Monthly competition",
    length: "month",
    prizes: [{ place: 1, title: "Athlete of the month: the full partner bundle" }],
    prizeShippingCents: 1495,
    noBackToBack: true,
  },
]

export const boards: readonly BoardContent[] = [
  { slug: "last-14-days", name: "Last 2 weeks", window: { days: 14 } },
  { slug: "last-10-days", name: "Last 10 days", window: { days: 10 } },
  { slug: "this-month", name: "This month", window: { series: "monthly" } },
  { slug: "this-fortnight", name: "This two-week season", window: { series: "fortnightly" } },
]
