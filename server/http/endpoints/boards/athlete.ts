import type { Context } from "hono"
import { type Gap, gapIn } from "#domain/competition/boards/gap.ts"
import { trainingOf } from "#domain/competition/boards/passing.ts"
import { mine } from "#domain/competition/boards/standings.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { ownRaces } from "#domain/competition/seasons/own-races.ts"
import type { AppEnv } from "../../context.ts"
import { type Refusal, refuse } from "../../errors.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard } from "./refusals.ts"
import { viewerOf } from "./viewer.ts"

/** GET /boards/<slug>/athletes/<athlete>.json: the points of each day, as far as the viewer may see them. */
export async function athleteOnBoard(
  c: Context<AppEnv>,
  options: BoardsOptions,
  athlete: string,
): Promise<Response> {
  const slug = c.req.param("slug") ?? ""
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const board = options.boards.find(slug, options.world.now())
  if (!board) return refuse(c, await unknownBoard(options.world, slug))
  const viewer = asked.viewer.userId
  const found = await explain(options.world, { athlete, viewer, board })
  if (!found.ok) {
    return refuse(c, {
      status: 404,
      code: found.code,
      title: "Not shown",
      message: "There is no such athlete on the board, or you may not see them.",
    })
  }
  return c.json(found.explained, 200, {
    vary: "authorization",
    "cache-control": viewer === null ? "public, max-age=5" : "private, no-cache",
  })
}

/** 401 for what only a signed-in athlete is shown. */
export const noToken: Refusal = {
  status: 401,
  code: "no_token",
  title: "Sign in",
  message: "Your own place is shown only to you: send your access token as Authorization: Bearer <token>.",
  headers: { "www-authenticate": "Bearer" },
}

/** Headers of what one athlete is shown. */
export const own = { "cache-control": "private, no-cache", vary: "authorization" }

/**
 * GET /boards/<slug>/mine: the signed-in athlete's place between two neighbors on each side, null without points, and
 * on a race's board the points missing to the next place.
 */
export async function myPlace(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const { world, boards } = options
  const slug = c.req.param("slug") ?? ""
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  if (viewer === null) return refuse(c, noToken)
  const found = await mine(world, boards, { slug, viewer, neighbors: 2 })
  if (!found.ok && found.code === "unknown_board") return refuse(c, await unknownBoard(world, slug))
  // Having no place is a valid result, not a wrong URL.
  const answer = { joined: asked.viewer.member, place: found.ok ? found.mine : null, gap: null as Gap | null }
  const board = boards.find(slug, world.now())
  if (found.ok && board?.series)
    answer.gap = gapIn(found.mine.around, await trainingOf(world.db, viewer, world.now()), board.from)
  return c.json(answer, 200, own)
}

/**
 * GET /boards/mine: the signed-in athlete's place in every running race, the races that have just ended, and a prize.
 */
export async function myRaces(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const { userId } = asked.viewer
  if (userId === null) return refuse(c, noToken)
  return c.json(await ownRaces(options.world, options.boards, userId), 200, own)
}
