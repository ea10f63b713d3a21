import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { idShape } from "../protocol/grant.ts"

const iso8601 = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/

/** "PT2H44M5.5S" in seconds. */
const duration = z
  .string()
  .regex(iso8601)
  .transform((text) => {
    const [, days, hours, minutes, seconds] = iso8601.exec(text) ?? []
    return (
      Number(days ?? 0) * 86_400 +
      Number(hours ?? 0) * 3600 +
      Number(minutes ?? 0) * 60 +
      Number(seconds ?? 0)
    )
  })

/** Local time without a zone: "2026-11-18T07:00:00". */
const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/)

export const exerciseShape = z
  .object({
    id: idShape,
    start_time: localTime,
    /** Minutes east of UTC. */
    start_time_utc_offset: z.number().int().min(-1080).max(1080),
    duration,
    distance: z.number().nonnegative().nullish(),
    sport: z.string().nullish(),
    detailed_sport_info: z.string().nullish(),
    has_route: z.boolean().nullish(),
    heart_rate: z.object({}).nullish(),
    device: z.string().nullish(),
  })
  .transform((given): RecordedActivity => {
    const offsetS = given.start_time_utc_offset * 60
    return {
      externalId: given.id,
      sports: [given.detailed_sport_info, given.sport].filter((name) => typeof name === "string"),
      name: null,
      // Local time is ahead of UTC by the offset.
      startedAt: new Date(Date.parse(`${given.start_time}Z`) - offsetS * 1000),
      utcOffsetS: offsetS,
      elapsedS: given.duration,
      movingS: given.duration,
      distanceM: given.distance ?? 0,
      elevationM: null,
      fiveMinutesKmh: null,
      indoor: given.has_route === false,
      virtual: false,
      detail: (given.has_route ? 20 : 0) + (given.heart_rate ? 5 : 0) + (given.device ? 5 : 0),
      device: given.device ?? null,
    }
  })

export const eventShape = z.object({
  event: z.string(),
  user_id: idShape.optional(),
  entity_id: idShape.optional(),
  timestamp: z.string().optional(),
})

/** A webhook as listed by Polar. */
const webhookShape = z.object({
  id: idShape,
  events: z.array(z.string()).default([]),
  url: z.string().default(""),
  active: z.boolean().optional(),
})

const one = z.object({ data: z.union([webhookShape, z.array(webhookShape)]) })

export const webhooksShape = z.union([
  one.transform(({ data }) => [data].flat()),
  z.array(webhookShape),
  z.null().transform(() => []),
])

export const madeWebhookShape = z.union([
  z
    .object({ data: z.object({ id: idShape, signature_secret_key: z.string().min(8) }) })
    .transform(({ data }) => data),
  z.object({ id: idShape, signature_secret_key: z.string().min(8) }),
])
