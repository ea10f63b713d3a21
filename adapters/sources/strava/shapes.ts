import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { Fetched } from "#ports/services.ts"
import { idShape as id } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"

const activityShape = z
  .object({
    id,
    athlete: z.object({ id }).optional(),
    name: z.string().nullish(),
    sport_type: z.string().optional(),
    type: z.string().optional(),
    start_date: z.iso.datetime(),
    start_date_local: z.iso.datetime(),
    elapsed_time: z.number().nonnegative(),
    moving_time: z.number().nonnegative(),
    distance: z.number().nonnegative().default(0),
    total_elevation_gain: z.number().nullish(),
    max_speed: z.number().nullish(),
    manual: z.boolean().default(false),
    flagged: z.boolean().default(false),
    trainer: z.boolean().default(false),
    private: z.boolean().default(false),
    visibility: z.string().optional(),
    has_heartrate: z.boolean().optional(),
    device_name: z.string().nullish(),
    map: z.object({ summary_polyline: z.string().nullish() }).nullish(),
  })
  .transform((given): Fetched => {
    const startedAt = new Date(given.start_date)
    // `timezone` ignores daylight saving time; the two clocks do not (start_date_local ends in a false Z).
    const offset = (Date.parse(given.start_date_local) - startedAt.getTime()) / 1000
    const sports = [given.sport_type, given.type].filter((sport) => sport !== undefined)
    const [elapsedS, movingS] = [Math.round(given.elapsed_time), Math.round(given.moving_time)]
    const activity: RecordedActivity = {
      externalId: given.id,
      sports,
      name: given.name ?? null,
      startedAt,
      utcOffsetS: Math.abs(offset) <= 64_800 ? offset : null,
      elapsedS,
      // Rounding can make the moving time up to two seconds longer than the elapsed time.
      movingS: Math.min(movingS, Math.max(elapsedS, movingS - 2)),
      distanceM: Math.round(given.distance),
      elevationM: given.total_elevation_gain ?? null,
      // Strava reports no speeds along the track.
      fiveMinutesKmh: null,
      topKmh: given.max_speed == null ? null : given.max_speed * 3.6,
      manual: given.manual,
      flagged: given.flagged,
      indoor: given.trainer,
      virtual: sports.some((sport) => /^Virtual/.test(sport)),
      public: !given.private && (given.visibility ?? "everyone") === "everyone",
      // A summary has less detail than any recording of the same workout.
      detail:
        (given.map?.summary_polyline ? 20 : 0) + (given.has_heartrate ? 5 : 0) + (given.device_name ? 5 : 0),
      device: given.device_name ?? null,
    }
    return { ok: true, externalId: given.id, accountId: given.athlete?.id ?? null, activities: [activity] }
  })

/** One activity; a malformed one is rejected by itself, so that it does not fail a whole page. */
export const fetchedShape = z.unknown().transform((given): Fetched => {
  const read = activityShape.safeParse(given)
  return read.success ? read.data : malformed("Strava", given, read.error)
})

export const clubsShape = z.array(z.object({ id })).transform((clubs) => clubs.map((club) => club.id))

/** An event as Strava sends it. */
export const eventShape = z.object({
  object_type: z.enum(["activity", "athlete"]),
  object_id: id.pipe(z.string().regex(/^\d{1,20}$/)),
  aspect_type: z.enum(["create", "update", "delete"]),
  owner_id: id.pipe(z.string().regex(/^\d{1,20}$/)),
  subscription_id: id.pipe(z.string().regex(/^\d{1,20}$/)),
  event_time: z.number().int(),
  updates: z.record(z.string(), z.unknown()).default({}),
})
