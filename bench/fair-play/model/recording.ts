import type { SourceName } from "#domain/competition/scoring/activity.ts"

/** What a recorder wrote at one moment. NaN where it measured nothing. */
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

/** The number of a sport and of its variety in the FIT profile. */
export type FitSport = readonly [sport: number, subSport: number]

/** One workout as its recorder holds it. */
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

/** One upload: the recordings of one file, or what a service tells about one. */
export interface Sending {
  /** Number of the athlete in whose account it arrives. */
  athlete: number
  source: SourceName
  /** The format of the file; `totals`: a service's totals, without samples. */
  as: "fit" | "fit.gz" | "gpx" | "totals"
  /** Sports as a service names them, for `totals`; as the file says for others. */
  sports?: readonly string[]
  recordings: readonly Recording[]
  /** Marked as entered by hand; with `totals` alone. */
  isManual?: boolean
  arrivesAt: Date
}

export function endOf({ startedAt, elapsedS }: Recording): Date {
  return new Date(startedAt.getTime() + elapsedS * 1000)
}
