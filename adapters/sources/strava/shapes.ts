import { z } from "zod"
import type { StravaActivity, StravaGrant } from "#domain/strava.ts"

/** Ids are larger than what JavaScript counts exactly, so they are taken as text wherever Strava offers it. */
const id = z.union([z.string(), z.number().int()]).transform(String)

export const grantShape = z
  .object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1),
    expires_at: z.number(),
    scope: z.union([z.string(), z.array(z.string())]).optional(),
    athlete: z.object({ id }).optional(),
  })
  .transform(
    (given): StravaGrant => ({
      accessToken: given.access_token,
      refreshToken: given.refresh_token,
      until: new Date(given.expires_at * 1000),
      scopes:
        given.scope === undefined ? null : [given.scope].flat().flatMap((scope) => scope.split(/[ ,]+/)),
      stravaId: given.athlete?.id ?? null,
    }),
  )

export const activityShape = z
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
  .transform((given): StravaActivity => {
    const startedAt = new Date(given.start_date)
    // `timezone` forgets summer time; the two clocks do not (start_date_local wears a false Z).
    const offset = (Date.parse(given.start_date_local) - startedAt.getTime()) / 1000
    const sports = [given.sport_type, given.type].filter((sport) => sport !== undefined)
    return {
      id: given.id,
      stravaId: given.athlete?.id ?? null,
      sports,
      name: given.name ?? null,
      startedAt,
      utcOffsetS: Math.abs(offset) <= 64_800 ? offset : null,
      elapsedS: Math.round(given.elapsed_time),
      movingS: Math.round(given.moving_time),
      distanceM: Math.round(given.distance),
      elevationM: given.total_elevation_gain ?? null,
      topKmh: given.max_speed == null ? null : given.max_speed * 3.6,
      manual: given.manual,
      flagged: given.flagged,
      indoor: given.trainer,
      virtual: sports.some((sport) => /^Virtual/.test(sport)),
      public: !given.private && (given.visibility ?? "everyone") === "everyone",
      // A summary knows less than any recording of the same workout.
      detail:
        (given.map?.summary_polyline ? 20 : 0) + (given.has_heartrate ? 5 : 0) + (given.device_name ? 5 : 0),
    }
  })

export const clubsShape = z.array(z.object({ id })).transform((clubs) => clubs.map((club) => club.id))
