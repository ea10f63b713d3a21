import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { idShape } from "../protocol/grant.ts"
import { workoutType } from "./sports.ts"

/** Sums and averages are numbers as text: "10000.4". */
const amount = z.coerce.number().nonnegative().nullish().catch(null)

const summaryShape = z.object({
  id: idShape.nullish(),
  updated_at: z.string().optional(),
  distance_accum: amount,
  duration_active_accum: amount,
  duration_total_accum: amount,
  ascent_accum: amount,
  manual: z.boolean().nullish(),
  /** The app that created it: ids up to 1000 are Wahoo's own. */
  fitness_app_id: z.coerce.number().nullish(),
  file: z.object({ url: z.string().nullish() }).nullish(),
})

const startsShape = z.iso.datetime({ offset: true })

const workoutShape = z.object({
  id: idShape,
  starts: startsShape,
  minutes: z.number().nonnegative().nullish(),
  name: z.string().nullish(),
  workout_type_id: z.number().int().nullish(),
  updated_at: z.string().optional(),
  /** Null if it is only planned. */
  workout_summary: summaryShape.nullish(),
})

interface Workout {
  id: string
  version: string
  /** Null for planned workouts, and for those imported from another service. */
  summary: RecordedActivity | null
  fileUrl: string | null
}

/** With a higher id, the workout came from another service, which has its own terms. */
const lastOwnApp = 1000

export const workout = workoutShape.transform((given): Workout => {
  const { id, workout_summary: summary } = given
  const version = `${given.updated_at ?? ""} ${summary?.updated_at ?? ""}`
  const foreign = (summary?.fitness_app_id ?? 0) > lastOwnApp
  if (!summary || foreign) return { id, version, summary: null, fileUrl: null }
  const movingS = summary.duration_active_accum ?? summary.duration_total_accum ?? (given.minutes ?? 0) * 60
  const { sports, indoor, virtual } = workoutType(given.workout_type_id ?? null)
  return {
    id,
    version,
    fileUrl: summary.file?.url ?? null,
    summary: {
      externalId: id,
      sports,
      name: given.name ?? null,
      startedAt: new Date(given.starts),
      utcOffsetS: null,
      elapsedS: Math.max(summary.duration_total_accum ?? movingS, movingS),
      movingS,
      distanceM: summary.distance_accum ?? 0,
      elevationM: summary.ascent_accum ?? null,
      fiveMinutesKmh: null,
      manual: summary.manual ?? false,
      indoor,
      virtual,
      detail: 1,
    },
  }
})

export const pageShape = z.object({
  workouts: z.array(z.unknown()),
  total: z.number().nullish(),
  page: z.number().nullish(),
  per_page: z.number().nullish(),
})

/** Real webhooks name the kind `event_type`, the documentation's example `event`. */
export const eventShape = z.object({
  webhook_token: z.string(),
  event_type: z.string().optional(),
  event: z.string().optional(),
  user: z.object({ id: idShape }).optional(),
  workout_summary: summaryShape.extend({ workout: z.object({ id: idShape }).optional() }).optional(),
})

export const userShape = z.object({ id: idShape })
export const hasStart = z.object({ starts: startsShape })
