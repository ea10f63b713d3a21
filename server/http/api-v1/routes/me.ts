import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { ownActivities } from "#domain/competition/account/activities.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { mine } from "#domain/competition/boards/standings.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { athleteOfUser, profileOf } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import { isDay } from "#primitives/days.ts"
import type { AppEnv } from "../../context.ts"
import { ownerIn } from "../caller.ts"
import { problem } from "../problem.ts"
import { type ApiApp, read } from "../route.ts"
import * as shapes from "../shapes.ts"

const day = z.string().refine(isDay, "must be a day such as 2026-11-20").openapi({ format: "date" })

/** What the owner of a token reads about themselves. */
export function ownRoutes(app: ApiApp, { world, boards }: { world: World; boards: Boards }): void {
  const { siteUrl } = world.settings

  read(app, {
    path: "/me",
    summary: "The owner of the token, with their places on the open boards",
    scope: "me:read",
    answer: shapes.me,
    refusals: [409],
    async handle(c) {
      const userId = ownerIn(c)
      const [athlete, profile] = await Promise.all([
        athleteOfUser(world.db, userId),
        profileOf(world.db, userId),
      ])
      if (!athlete || !profile) return notJoined(c)
      const places = await Promise.all(
        boards.shown().map(async ({ slug }) => {
          const own = await mine(world, boards, { slug, viewer: userId, neighbors: 0 })
          return own.ok ? [{ board: slug, place: own.mine.rank, total: own.mine.total }] : []
        }),
      )
      return {
        athlete: {
          id: athlete.slug,
          name: profile.displayName,
          url: `${siteUrl}/leaderboard/athletes/${athlete.slug}`,
        },
        visibility: profile.visibility,
        units: profile.units,
        zone: profile.timeZone,
        places: places.flat(),
      }
    },
  })

  read(app, {
    path: "/me/days",
    summary: "One's own days with points, latest first, each with its reasons",
    scope: "me:read",
    query: { from: day.optional().openapi({ description: "The first day; without it, all of them." }) },
    answer: z.object({ days: z.array(shapes.explainedDay) }),
    refusals: [409],
    async handle(c, { query }) {
      const days = await daysOf(c, query.from)
      return days ? { days } : notJoined(c)
    },
  })

  read(app, {
    path: "/me/days/{day}/why",
    summary: "How one's own points of a day came about",
    scope: "me:read",
    params: { day },
    answer: shapes.explainedDay,
    refusals: [404, 409],
    async handle(c, { params }) {
      const days = await daysOf(c, params.day)
      if (!days) return notJoined(c)
      const found = days.find((one) => one.day === params.day)
      if (found) return found
      return problem(c, {
        status: 404,
        code: "no_points",
        title: "No points",
        message: "That day has no points.",
      })
    },
  })

  read(app, {
    path: "/me/activities",
    summary: "One's own latest activities with their verdicts",
    scope: "me:read",
    query: {
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(200)
        .default(50)
        .openapi({ type: "integer", minimum: 1, maximum: 200, default: 50 }),
    },
    answer: z.object({ total: z.int(), activities: z.array(shapes.activity) }),
    async handle(c, { query }) {
      const { rows, total } = await ownActivities(world, ownerIn(c), query.limit)
      return {
        total,
        activities: rows.map((row) => ({
          ...row,
          id: String(row.id),
          day: row.on,
          elapsedSeconds: row.elapsedS,
          movingSeconds: row.movingS,
          distanceMeters: row.distanceM,
        })),
      }
    },
  })

  async function daysOf(c: Context<AppEnv>, from: string | undefined) {
    const viewer = ownerIn(c)
    const athlete = await athleteOfUser(world.db, viewer)
    const found =
      athlete && (await explain(world, { athlete: athlete.slug, viewer, ...(from ? { from } : {}) }))
    return found?.ok ? found.explained.days.map(({ on, ...rest }) => ({ ...rest, day: on })) : undefined
  }
}

/** 409 for an account that has not joined the competition. */
export function notJoined(c: Context<AppEnv>): Response {
  return problem(c, {
    status: 409,
    code: "not_joined",
    title: "Not in the competition",
    message: "The owner of the token has not joined the competition.",
  })
}
