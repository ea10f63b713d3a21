import type { ActivityKind } from "./activity-kinds.ts"
import { site } from "./site.ts"

/**
 * The rules of the competition as data. docs/competition.md explains them with examples that run as tests. To change weights,
 * bands or caps, add a ruleset with the next version: results keep the version they were computed with.
 */

export interface Ruleset {
  version: number
  /**
   * The first day that is scored with it: "2026-12-01". A season keeps the rules of its first day to its end, so a
   * version starts with the first day of a season, and on a day that is still in the future everywhere when it is
   * released.
   */
  from: string
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

const first: Ruleset = {
  version: 1,
  from: "0001-01-01",
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
      // Kinds that this version did not distinguish count as their former kind: ski, ride or other.
      nordicski: 1,
      handcycle: 0.8,
      wheelchair: 0.8,
      kayak: 0.8,
      paddle: 0.8,
      skating: 0.8,
      elliptical: 0.8,
      stairs: 0.8,
    },
    bands: [
      { minutes: 60, rate: 1 },
      { minutes: 60, rate: 0.5 },
      { minutes: Number.POSITIVE_INFINITY, rate: 0.25 },
    ],
  },
  distance: {
    factors: { run: 5, swim: 25, row: 4, hike: 3, walk: 2, ride: 1.5, ebike: 0.5, handcycle: 1.5 },
    wholePoints: 75,
    rateBeyond: 0.5,
  },
  consistency: { points: 25, minMovingMinutes: 20 },
  maxPointsPerDay: 250,
}

/** Ordered by version, and so by the day from which each applies. */
export const rulesets: readonly [Ruleset, ...Ruleset[]] = [
  first,
  {
    ...first,
    version: 2,
    from: "2026-12-01",
    // Sources and arithmetic of each number: docs/decisions/2026-11-25-kinds.md.
    time: {
      ...first.time,
      weights: {
        ...first.time.weights,
        // 10.1 MET in a race over 10 km, like running at 10 km/h.
        wheelchair: 1,
        // 9.3 MET.
        stairs: 1,
      },
    },
    distance: {
      ...first.distance,
      factors: {
        ...first.distance.factors,
        // Marathon 1:17:47 to a runner's 2:00:35: 3.2 for the same time, 5 for the same race, and 4 is their geometric mean.
        wheelchair: 4,
        // An hour of 47.3 km to a rider's 56.8: 1.5 × 1.2.
        handcycle: 2,
        // 5 km in 19:44 to a rower's 15:00 on a machine: 4 × 1.3.
        kayak: 5,
        // 194 km in 24 hours to a kayak's 250: 5 × 1.3.
        paddle: 6.5,
        // Marathon 56:45 to a runner's 2:00:35, and 9.8 MET at 17.7 km/h as at 9.7 km/h on foot.
        skating: 2.5,
        // 90 km at 24.7 to 25.9 km/h to a runner's 16.8.
        nordicski: 3.5,
      },
    },
  },
]

export interface Prize {
  place: number
  title: string
}

/** A recurring race: consecutive seasons without gaps. A row of public.series. */
export interface Series {
  /** Begins the names of its seasons: "monthly-2026-11". */
  slug: string
  /** The title of the race: "Two-week race". */
  name: string
  /** Names its page, feed and card: /leaderboard/<page>. */
  page: string
  /** Names the board of its running season: "this-month". */
  board: string
  /** `month`: calendar months. A number: the length in days, counted from `beginsOn`. */
  length: "month" | number
  /** First day of its first season, "2026-01-05". */
  beginsOn: string
  /** Last day of its last season; null while it goes on. */
  endsOn: string | null
  /** In the order of the places. */
  prizes: readonly Prize[]
  /**
   * The number of active days that makes an athlete a finisher of a season, regardless of the place. Stored when a
   * season opens, so that a change applies to later ones.
   */
  finishDays: number
  /** Shipping charged to a winner, in US cents; 0 means free. */
  prizeShippingCents: number
  /** Whether the winners of the previous season cannot win this one. */
  noBackToBack: boolean
}

export const competition = {
  name: `The ${site.name} competition`,
  /** Seasons open and close, and rolling windows advance, at midnight in this time zone. */
  timeZone: site.timeZone,
  /** How long late syncs still count after a season ends. */
  graceHours: 12,
  /** An activity received later than this after it ended is stored only as history. */
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
  /**
   * The winners' check: from this many hours before a season ends operators are shown its prospective winners, and this many hours
   * after its results are frozen every undisputed place is awarded.
   */
  winnersCheck: { hoursBefore: 24, hours: 72 },
  /** Days that a winner has to claim a prize. */
  claimDays: 30,
} as const

/**
 * The series that a fresh installation starts with; from then on they are rows that operators change. The first one that is
 * running is the featured race: its board comes first wherever boards are shown (domain/competition/seasons/winning.ts).
 */
export const firstSeries: readonly Series[] = [
  {
    slug: "fortnightly",
    name: "Two-week race",
    page: "two-weeks",
    board: "this-fortnight",
    length: 14,
    beginsOn: "2026-01-05",
    endsOn: null,
    prizes: [
      { place: 1, title: "Winner’s bundle: shoe voucher, recovery kit and team shirt" },
      { place: 2, title: "Recovery kit and team shirt" },
      { place: 3, title: "Team shirt" },
    ],
    finishDays: 8,
    prizeShippingCents: 995,
    noBackToBack: false,
  },
  {
    slug: "monthly",
    name: "Monthly race",
    page: "month",
    board: "this-month",
    length: "month",
    beginsOn: "2026-01-01",
    endsOn: null,
    prizes: [
      { place: 1, title: "Athlete of the month: running shoes, recovery kit, team shirt and a race entry" },
    ],
    // Half of those who train reach it (docs/decisions/2026-11-26-teams.md).
    finishDays: 18,
    prizeShippingCents: 1495,
    noBackToBack: true,
  },
]

/** Boards of the last days, including today: they show training, and have no prize. */
export const rollingBoards: readonly { slug: string; name: string; days: number }[] = [
  { slug: "last-14-days", name: "Last 2 weeks", days: 14 },
  { slug: "last-10-days", name: "Last 10 days", days: 10 },
]

/** Shown beside every rolling board. */
export const noPrize = "Recent training, no prize"
