import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { idShape } from "../protocol/grant.ts"

const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)

const activityShape = z.object({
  id: idShape,
  /** Where Intervals.icu got the activity: "STRAVA", "GARMIN_CONNECT", "UPLOAD", "MANUAL"... */
  source: z.string().nullish(),
  /** The reason why the row has no other fields: "STRAVA activities are not available via the API". */
  _note: z.string().nullish(),
  start_date: z.string().nullish(),
  start_date_local: localTime.nullish(),
  type: z.string().nullish(),
  name: z.string().nullish(),
  moving_time: z.number().nonnegative().nullish(),
  elapsed_time: z.number().nonnegative().nullish(),
  distance: z.number().nonnegative().nullish(),
  total_elevation_gain: z.number().nullish(),
  trainer: z.boolean().nullish(),
  has_heartrate: z.boolean().nullish(),
  device_name: z.string().nullish(),
  file_type: z.string().nullish(),
  icu_sync_date: z.string().nullish(),
  analyzed: z.string().nullish(),
})

interface Row {
  id: string
  version: string
  format: "fit" | "tcx" | "gpx" | null
  /**
   * Null for rows that must not be imported from here: those from Strava, because Strava's terms still apply to them.
   */
  summary: RecordedActivity | null
}

const toRow = (given: z.output<typeof activityShape>): Row => {
  const { id, start_date: start, moving_time, elapsed_time } = given
  // A row from Strava is a stub; even with content it would be subject to Strava's terms.
  const foreign = /strava/i.test(given.source ?? "") || /strava/i.test(given._note ?? "")
  const version = `${given.analyzed ?? given.icu_sync_date ?? ""} ${elapsed_time ?? ""} ${given.distance ?? ""} ${given.type ?? ""}`
  const type = given.file_type?.toLowerCase()
  const format = type === "fit" || type === "tcx" || type === "gpx" ? type : null
  if (foreign) return { id, version, format: null, summary: null }
  const startedAt = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(start ?? "") ? (start ?? "") : `${start}Z`)
  const local = given.start_date_local ? Date.parse(`${given.start_date_local.slice(0, 19)}Z`) : Number.NaN
  const offset = (local - startedAt.getTime()) / 1000
  const movingS = moving_time ?? elapsed_time ?? 0
  const sports = [given.type].filter((name) => typeof name === "string")
  return {
    id,
    version,
    format,
    summary: {
      externalId: id,
      sports,
      name: given.name ?? null,
      startedAt,
      utcOffsetS: Math.abs(offset) <= 64_800 ? offset : null,
      elapsedS: Math.max(elapsed_time ?? movingS, movingS),
      movingS,
      distanceM: given.distance ?? 0,
      elevationM: given.total_elevation_gain ?? null,
      fiveMinutesKmh: null,
      manual: given.source === "MANUAL",
      indoor: given.trainer ?? false,
      virtual: sports.some((sport) => /^Virtual/.test(sport)),
      detail: (given.has_heartrate ? 5 : 0) + (given.device_name ? 5 : 0),
      device: given.device_name ?? null,
    },
  }
}

export const rowShape = activityShape
  .refine(
    ({ start_date, source, _note }) =>
      /strava/i.test(`${source} ${_note}`) || !Number.isNaN(Date.parse(start_date ?? "")),
    { path: ["start_date"] },
  )
  .transform(toRow)

export const eventsShape = z.object({
  secret: z.string(),
  events: z.array(
    z.object({
      athlete_id: idShape,
      type: z.string(),
      timestamp: z.string().nullish(),
      activity: z.object({ id: idShape, source: z.string().nullish() }).nullish(),
    }),
  ),
})

export const grantedAthlete = z.object({ athlete: z.object({ id: idShape }) })
