import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { idShape } from "../protocol/grant.ts"
import { utcOffset } from "../protocol/utc-offset.ts"

const localTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
/** In tenths of a second. */
const tenths = z.number().nonnegative()

const resultShape = z.object({
  id: idShape,
  user_id: idShape.nullish(),
  /** Local time in `timezone`; if that is missing, the athlete's time zone is unknown. */
  date: localTime,
  timezone: z.string().nullish(),
  date_utc: localTime.nullish(),
  distance: z.number().nonnegative(),
  type: z.string(),
  time: tenths,
  rest_time: tenths.nullish(),
  source: z.string().nullish(),
  verified: z.boolean().nullish(),
  privacy: z.string().nullish(),
  comments: z.string().nullish(),
  heart_rate: z.unknown().optional(),
  stroke_data: z.boolean().nullish(),
})

/** The outdoor types; all others are machines. */
const outdoors = new Set(["water", "snow", "rollerski", "paddle"])
const sports: Record<string, string> = {
  bike: "bikeerg",
  water: "rowing",
  snow: "nordic ski",
  rollerski: "roller ski",
  paddle: "kayaking",
}

export const result = resultShape.transform(
  (given): { accountId: string | null; activity: RecordedActivity } => {
    const local = Date.parse(`${given.date.replace(" ", "T")}Z`)
    const utc = given.date_utc ? Date.parse(`${given.date_utc.replace(" ", "T")}Z`) : Number.NaN
    const offsetS = Number.isNaN(utc) ? utcOffset(local, given.timezone ?? "UTC") : (local - utc) / 1000
    const movingS = given.time / 10
    return {
      accountId: given.user_id ?? null,
      activity: {
        externalId: given.id,
        sports: [sports[given.type] ?? given.type],
        name: given.comments?.trim() || null,
        startedAt: new Date(local - offsetS * 1000),
        utcOffsetS: given.timezone || given.date_utc ? offsetS : null,
        elapsedS: movingS + (given.rest_time ?? 0) / 10,
        movingS,
        distanceM: given.distance,
        elevationM: null,
        fiveMinutesKmh: null,
        indoor: !outdoors.has(given.type),
        virtual: false,
        // Results entered on the site were not measured by a machine.
        manual: given.verified !== true && (!given.source || /^web$/i.test(given.source)),
        public: given.privacy !== "private",
        // More detail than a watch's summary of the same workout, but less than a watch's recording.
        detail: given.stroke_data ? 200 : 100,
      },
    }
  },
)

const entry = z.union([z.object({ data: z.unknown() }).transform(({ data }) => data), z.unknown()])
export const oneShape = entry

export const pageShape = z.object({
  data: z.array(z.unknown()),
  meta: z
    .object({
      pagination: z.object({ current_page: z.number(), total_pages: z.number() }).optional(),
    })
    .optional(),
})

export const userShape = z.object({ data: z.object({ id: idShape }) })

const told = z.object({
  type: z.string(),
  result: z.object({ id: idShape, user_id: idShape }).optional(),
  result_id: idShape.optional(),
  user_id: idShape.optional(),
})
/** With or without an envelope. */
export const eventShape = z.union([z.object({ data: told }).transform(({ data }) => data), told])
