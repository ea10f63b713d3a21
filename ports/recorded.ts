/** One workout as reported by its source, before it is mapped to the competition's own terms. */
export interface RecordedActivity {
  /**
   * Unique per athlete and source. For a file it is derived from the content, so that the same file has the same id whether
   * compressed or not.
   */
  externalId: string
  /** The source's names for the sport, most specific first. */
  sports: readonly string[]
  name: string | null
  startedAt: Date
  /** The recorder's UTC offset in seconds; null when the source does not provide it. */
  utcOffsetS: number | null
  /** Seconds from start to end, and seconds excluding pauses. */
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  /** The average speed of the fastest five minutes; null without a track. */
  fiveMinutesKmh: number | null
  indoor: boolean
  virtual: boolean
  /** A measure of how much detail the track has: of two records of one workout, the more detailed one is kept. */
  detail: number
  /** Seconds and meters covered by the GPS positions alone. Null when the source does not provide them. */
  trackS?: number | null | undefined
  trackM?: number | null | undefined
  /**
   * The fastest quarter of an hour uphill, in meters per hour, and the mean heart rate during it. Null when not
   * measured.
   */
  climbMph?: number | null
  climbBpm?: number | null
  /** The fingerprint of the samples (primitives/samples.ts), base64. Null when there are too few samples. */
  fingerprint?: string | null
  /** Provided by services only. A file is treated as recorded, unflagged, and public. */
  topKmh?: number | null
  manual?: boolean
  flagged?: boolean
  public?: boolean
  /** The device's name as the service spells it, for the attribution that its terms require. */
  device?: string | null
  /** The device or app that recorded it, according to the file. */
  recorder?: { model: string | null; serial: string | null } | null
}

/**
 * A strength session entered by hand in a training log. It is stored for its owner and can add detail to a recording
 * made at the same time; it never earns points.
 */
export interface StrengthLog {
  app: "hevy" | "strong"
  title: string | null
  /** Local time, because such logs carry no time zone: "2026-08-07T17:00:00". */
  startedLocal: string
  /** Null when the log does not contain the duration. */
  durationS: number | null
  exercises: readonly LoggedExercise[]
  /** The unit of every weight; null when the log does not name it. */
  weightUnit: "kg" | "lb" | null
}

/** The working sets of one exercise, excluding warm-up sets. */
export interface LoggedExercise {
  name: string
  sets: number
  reps: number
  /** Weight times repetitions, summed over the sets. */
  volume: number
}

/** The bytes of a recording as received, compressed if they arrived compressed. */
export interface Original {
  /** The external ids of its activities up to the "#": the same for a recording whether compressed or not. */
  contentId: string
  /** Can be read only until the next outcome is requested. */
  bytes(): AsyncIterable<Uint8Array>
}

/**
 * One file of an import: its activities and strength logs, or the reason it has none, as a phrase without a subject ("cut off
 * after 768 bytes"). `note` describes in the same way what was left out of a readable file. `original` is absent when the
 * file combines many sources, such as a full health export, or when its bytes are not available.
 */
export type FileOutcome =
  | {
      name: string
      ok: true
      activities: RecordedActivity[]
      logs?: readonly StrengthLog[]
      note?: string
      original?: Original
    }
  | { name: string; ok: false; reason: string }
