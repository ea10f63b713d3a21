/** One workout as its source tells it, before the competition's own words are put on it. */
export interface RecordedActivity {
  /**
   * Unique within the athlete and the source. Of a file it is made of the content, so that the same file, packed or not,
   * has the same one.
   */
  externalId: string
  /** The source's own names for the sport, the more exact first. */
  sports: readonly string[]
  name: string | null
  startedAt: Date
  /** Seconds ahead of UTC of the recorder's clock; null when the source does not say. */
  utcOffsetS: number | null
  /** Seconds from the start to the end, and without the pauses. */
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  /** Speed of the fastest five minutes; null without a track. */
  fiveMinutesKmh: number | null
  indoor: boolean
  virtual: boolean
  /** Track points and what they know, in one number: the richer of two records of one workout stays. */
  detail: number
  /** What positions show by themselves: seconds that they cover, and meters. Null when the source does not tell. */
  trackS?: number | null | undefined
  trackM?: number | null | undefined
  /** The fingerprint of the samples (primitives/samples.ts), base64. Null without enough of them. */
  fingerprint?: string | null
  /** What only services tell; a file is recorded, not flagged, and public. */
  topKmh?: number | null
  manual?: boolean
  flagged?: boolean
  public?: boolean
}

/**
 * A strength session that somebody typed into a training log. It is kept for its owner and can say more about a recording
 * of the same time; it never earns points.
 */
export interface StrengthLog {
  app: "hevy" | "strong"
  title: string | null
  /** What the clock on the wall showed, because such logs name no zone: "2026-08-07T17:00:00". */
  startedLocal: string
  /** Null when the log does not say how long it took. */
  durationS: number | null
  exercises: readonly LoggedExercise[]
  /** The unit of every weight; null when the log does not name it. */
  weightUnit: "kg" | "lb" | null
}

/** The working sets of one exercise; warm-up sets are left out. */
export interface LoggedExercise {
  name: string
  sets: number
  reps: number
  /** Weight times repetitions, added up over the sets. */
  volume: number
}

/** The bytes of a recording as they were sent: packed, when they came packed. */
export interface Original {
  /** What the external ids of its activities begin with, before the "#": the same for the same recording, packed or not. */
  contentId: string
  /** Can be read until the next outcome is asked for. */
  bytes(): AsyncIterable<Uint8Array>
}

/**
 * One file of an import: its activities and strength logs, or why it has none, as a sentence without its subject ("cut off
 * after 768 bytes"). `note` says in the same way what was left out of a file that has some. `original` is absent where the
 * file is of many origins, such as the export of a whole life, or its bytes are not at hand.
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
