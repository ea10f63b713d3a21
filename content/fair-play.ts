import type { ActivityKind } from "./activity-kinds.ts"

/** What a human body, a device and a place allow: the rules by which an activity is excluded or reviewed, as data. */

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
  /**
   * The same without a track and without samples of any kind: hours, kilometers, and the average speed over an hour or
   * more. If absent, the limits of `worldClass` apply. Sources: docs/decisions/2026-11-25-time-place-and-totals.md.
   */
  withoutTrace?: { hours: number; km: number; kmh?: number }
  /** Average speed over an hour or more that requires a review, also with a track. */
  hourKmh?: number
  /** Done in one place, so a source that reports no track omits nothing. */
  onTheSpot?: true
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
  withoutTrace: { hours: 5, km: 20 },
  onTheSpot: true,
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
  withoutTrace: { hours: 5, km: 120 },
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
    withoutTrace: { hours: 4, km: 43 },
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
    withoutTrace: { hours: 6, km: 32 },
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
    withoutTrace: { hours: 8, km: 35 },
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
    withoutTrace: { hours: 5, km: 120 },
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
    // 75 s for 100 m. A kayak is faster.
    hourKmh: 4.8,
    worldClass: { hours: 4, km: 12, kmh: 5 },
    withoutTrace: { hours: 3, km: 7, kmh: 4.6 },
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
    withoutTrace: { hours: 4, km: 43 },
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
  // Everyday and racing wheelchairs. The fastest marathon, downhill, took 1:15:32, which is 33.5 km/h; descents are
  // faster.
  wheelchair: {
    maxKm: 400,
    maxHours: 48,
    impossibleKmh: 40,
    unusualKmh: 30,
    fiveMinutesKmh: { impossible: 70, unusual: 48 },
    worldClass: { hours: 6, km: 60, kmh: 26 },
    slowestKmh: 1,
    needsDistance: true,
  },
  // 47.3 km in an hour, 648 km in 24 hours. Downhill it is a bicycle.
  handcycle: { ...ride, impossibleKmh: 50, unusualKmh: 38, worldClass: { hours: 7, km: 150, kmh: 34 } },
  // 1,000 m in 3:22 and 5,000 m in 19:44 on flat water, 1 km in 2:47 downwind, 250 km in 24 hours; a river's current adds to it.
  kayak: {
    maxKm: 750,
    maxHours: 72,
    impossibleKmh: 24,
    unusualKmh: 16,
    fiveMinutesKmh: { impossible: 30, unusual: 20 },
    worldClass: { hours: 6, km: 50, kmh: 13 },
    needsDistance: true,
  },
  // 194 km in 24 hours on flat water; on swells for hours up to 13 km/h.
  paddle: {
    maxKm: 250,
    maxHours: 36,
    impossibleKmh: 20,
    unusualKmh: 12,
    fiveMinutesKmh: { impossible: 25, unusual: 15 },
    worldClass: { hours: 6, km: 40, kmh: 10 },
    needsDistance: true,
  },
  // On ice 10 km in 12:26, which is 48.3 km/h; on wheels a marathon in 56:45, which is 44.6 km/h, with faster stretches.
  skating: {
    maxKm: 600,
    maxHours: 36,
    impossibleKmh: 52,
    unusualKmh: 38,
    fiveMinutesKmh: { impossible: 70, unusual: 50 },
    worldClass: { hours: 6, km: 100, kmh: 33 },
    needsDistance: true,
  },
  // 90 km at 25.9 km/h with the wind, 220 km in 13:25; five minutes may be a descent.
  nordicski: {
    maxKm: 550,
    maxHours: 48,
    impossibleKmh: 42,
    unusualKmh: 30,
    fiveMinutesKmh: { impossible: 65, unusual: 45 },
    worldClass: { hours: 7, km: 80, kmh: 24 },
    slowestKmh: 1,
    needsDistance: true,
  },
  // A machine reports an arbitrary distance, and elliptical bikes are ridden outdoors: distance earns nothing.
  elliptical: {
    ...gym,
    impossibleKmh: 45,
    unusualKmh: 30,
    fiveMinutesKmh: { impossible: 60, unusual: 40 },
  },
  stairs: onTheSpot,
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
    withoutTrace: { hours: 6, km: 60 },
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
  /**
   * From `missing` to `coverage`, the uncovered part may have been this many times as fast, as in a descent under
   * trees.
   */
  uncovered: 2,
  /** Below this share the activity is treated as having no track. */
  missing: 0.5,
  /** Without a track, a run at more than this share of world-record speed is world-class. */
  recordShare: 0.88,
  /** Without track or samples, a run of at least this many kilometers at more than this share of it. */
  withoutTrace: { recordShare: 0.75, km: 10 },
} as const

/** Which offset from UTC fits a place or an account, in hours. */
export const zoneRule = {
  /**
   * How far clocks may be behind and ahead of the sun. The east of India is an hour behind; the west of China, and of Spain and Alaska
   * in summer, are about three hours ahead.
   */
  behindSun: 1.5,
  aheadOfSun: 3.5,
  /**
   * Without a known place: how far a device's offset may be from the account's zone, as on a trip across a continent.
   */
  fromAccount: 3.5,
  /**
   * Where the date line leaves the 180th meridian, an offset that differs by a whole day also fits: the South Pacific,
   * the far east of Russia, the end of Alaska.
   */
  dateLine: [
    { south: -50, north: 6, west: -180, east: -150 },
    { south: 60, north: 72, west: -180, east: -168 },
    { south: 50, north: 54, west: 172, east: 180 },
  ],
} as const

/** When two tracks of one athlete cannot come from one person. */
export const placeRule = {
  /** The speed of an airliner, and a tolerance in kilometers for wrong clocks and averaged places. */
  kmh: 1000,
  slackKm: 200,
  /**
   * Recorded at the same time for at least this many minutes, and this share of the positions at least this many meters
   * from every position of the other track ...
   */
  apartMinutes: 10,
  apartShare: 0.8,
  apartM: 1000,
  /**
   * ... while the distance between the two changes by at least this much. A wrong map datum shifts a whole track by the
   * same distance.
   */
  changesM: 500,
} as const

/**
 * When samples look like another kind of activity. Each rule applies only if its data exists: without heart rate or
 * elevation there is no sign.
 */
export const unlikeRule = {
  /**
   * Speeds along a track that deviate by less than this share of their mean, for at least this many minutes: generated
   * by a program.
   */
  even: { deviation: 0.005, minutes: 10 },
  /** A run on average this fast, in km/h, with a lower mean heart rate than this ... */
  run: { kmh: 15, restfulBpm: 100 },
  /**
   * ... or this fast, going faster for a tenth of the time than anybody runs for so long, and stopping and going like traffic: deviation
   * of the speeds as a share of their mean, by the length of their slots in seconds.
   */
  traffic: { kmh: 14, peakKmh: 23, deviation: { 15: 0.45, 30: 0.4, 60: 0.3 }, workingBpm: 120, minutes: 10 },
  /**
   * A ride that climbs this many meters per hour for a quarter of an hour or, from `least` on, this many per heartbeat;
   * a heart rate below `failingBpm` means that the sensor has lost contact.
   */
  ride: { climbMph: 1700, least: 900, metersPerBeat: 0.165, failingBpm: 85 },
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

/** When the samples of two activities are the same recording (domain/competition/scoring/same-recording.ts). */
export const sameRecordingRule = {
  /** Maximum difference in length, and maximum shift along the other, as shares of the length. */
  spanShare: 0.06,
  /** Minimum slots with data in both, absolute and as a share of the slots with data in either. */
  leastSlots: 16,
  leastShared: 0.88,
  /** Mean difference of heart rates that are the same to the beat, resampled and rounded. */
  heartBpm: 1,
  /**
   * The same for recordings of one device, by its serial number, in two accounts: it is a second sign, so the heart
   * rates may have been changed a little. Those of two people differ by more.
   */
  oneDeviceBpm: 2,
  /** Heart rates that vary less are ignored: standard deviation in beats per minute. */
  leastHeartDeviation: 3,
  /**
   * Maximum mean distance of two tracks: meters, or the distance covered in this many seconds if that is smaller,
   * because swimmers on one course are within 8 m of each other by chance. If larger, this share of the mean step
   * between slots applies instead, because bends are cut off where slots interleave. Track sizes may differ by this share; the minimum radius excludes
   * stationary ones.
   */
  trackM: 8,
  trackS: 3,
  trackStepShare: 0.08,
  /** The share of those limits that applies when the heart rates differ. */
  otherHeartShare: 0.5,
  scaleShare: 0.03,
  leastRadiusM: 50,
  /** Members who start within this many minutes may have trained together; only closer tracks are the same recording. */
  togetherMinutes: 15,
  togetherM: 0.2,
  /**
   * When two tracks match all along (domain/competition/scoring/along.ts): at least this many slots, and at most this
   * many seconds, or this share of a slot, between the times at which both have covered the same distance, on
   * average: most separate outings on one route differ by 12 and more. If fewer than `windows.many` windows agree,
   * which happens by chance in long outings with slots of minutes, the share is `fewStrayShare`. They were at different
   * places if they are on average farther apart than `elsewhereM` and than the distance covered in `elsewhereS`.
   */
  along: {
    leastSlots: 8,
    strayS: 3,
    strayShare: 0.07,
    fewStrayShare: 0.035,
    elsewhereM: 100,
    elsewhereS: 120,
  },
  /** When parts of two tracks are the same recording (domain/competition/scoring/windows.ts). */
  windows: {
    /** Maximum number of differing bits of the pace: for the first matching window, and for those around it. */
    seedBits: 3,
    bits: 7,
    /** Maximum distance between them: meters at the finest scale, and a share of the distance to the first. */
    placeM: 16,
    placeShare: 0.015,
    /**
     * Maximum difference of their times in seconds, after scaling by one factor: separate outings on one route differ
     * by 4 and more.
     */
    strayS: 2,
    /** Minimum number of matching windows, also as a share of those that both tracks have in the overlap. */
    least: 4,
    leastShare: 0.5,
    /** This many, and this share, are sufficient alone if the tracks are at different places. */
    many: 8,
    manyShare: 0.8,
    /**
     * This many, and this share, are sufficient wherever the tracks are: where so many windows of two honest outings
     * match, they are less than 60 % of them.
     */
    sure: 12,
    sureShare: 0.75,
    /**
     * Two or three are enough if all of them match, they are this share of the shorter track's windows, and their
     * times differ by no more than this at the same pace.
     */
    fewShare: 0.6,
    fewStrayS: 0.5,
    /** The number of keys under which a recording is stored, and roughly the number looked up. */
    stored: 12,
    storedBeats: 4,
    probes: 64,
    probedBeats: 8,
  },
} as const
