import type { SourceName } from "#domain/competition/scoring/activity.ts"

/** The values that a recorder wrote at one moment. NaN if it measured nothing. */
export interface Point {
  /** Seconds since the start. */
  at: number
  /** Degrees. */
  lat: number
  lon: number
  /** As the recorder counted it. */
  meters: number
  /** Beats per minute. */
  heart: number
  altitude: number
}

/** The recorder, as a FIT file names it. */
export interface Device {
  manufacturer: number
  product: number
  serial: number
}

/** The number of a sport and of its sub-sport in the FIT profile. */
export type FitSport = readonly [sport: number, subSport: number]

/** One workout as stored by its recorder. */
export interface Recording {
  sport: FitSport
  device: Device
  startedAt: Date
  utcOffsetS: number
  elapsedS: number
  /** The recorder's own moving time. */
  timerS: number
  meters: number
  points: readonly Point[]
}

/** One upload: the recordings of one file, or a service's data about one. */
export interface Sending {
  /** Number of the athlete in whose account it arrives. */
  athlete: number
  source: SourceName
  /** The format of the file; `totals`: only a service's totals, without samples. */
  as: "fit" | "fit.gz" | "gpx" | "totals"
  /** Sports as named by a service, for `totals`; as in the file for others. */
  sports?: readonly string[]
  recordings: readonly Recording[]
  /** Marked as entered by hand; only for `totals`. */
  isManual?: boolean
  arrivesAt: Date
}

export function endOf({ startedAt, elapsedS }: Recording): Date {
  return new Date(startedAt.getTime() + elapsedS * 1000)
}
