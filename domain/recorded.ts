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
  /** What only services tell; a file is recorded, not flagged, and public. */
  topKmh?: number | null
  manual?: boolean
  flagged?: boolean
  public?: boolean
}

/** One file of an import: its activities, or why it has none, as a sentence without its subject ("cut off after 768 bytes"). */
export type FileOutcome =
  | { name: string; ok: true; activities: RecordedActivity[] }
  | { name: string; ok: false; reason: string }
