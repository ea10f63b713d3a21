/** What a source of files tells of one workout, before the competition's own words are put on it. */
export interface RecordedActivity {
  /** Made of the content, so that the same file, packed or not, has the same one. */
  externalId: string
  /** The recorder's names for the sport, the more exact first. */
  sports: readonly string[]
  name: string | null
  startedAt: Date
  /** Seconds ahead of UTC of the recorder's clock; null when the file does not say. */
  utcOffsetS: number | null
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  fiveMinutesKmh: number | null
  indoor: boolean
  virtual: boolean
  /** Track points and what they know, in one number: the richer of two records of one workout stays. */
  detail: number
}

/** One file of an import: its activities, or why it has none, as a sentence without its subject ("cut off after 768 bytes"). */
export type FileOutcome =
  | { name: string; ok: true; activities: RecordedActivity[] }
  | { name: string; ok: false; reason: string }
