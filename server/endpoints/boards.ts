import { Hono } from "hono"
import { cors } from "hono/cors"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { LiveBoards } from "#domain/competition/boards/live.ts"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { AppEnv } from "../context.ts"
import { athleteOnBoard, myPlace } from "./boards/athlete.ts"
import { liveBoard, type OpenStreams } from "./boards/live.ts"
import { boardPage } from "./boards/page.ts"

export interface BoardsOptions {
  world: World
  boards: Boards
  liveBoards: LiveBoards
  verifyToken: VerifyToken
  streams: OpenStreams
  /** Aborted when the server begins to stop: open streams end. */
  stopping: AbortSignal
  /** Milliseconds between two signs of life on a live board; 30,000 when left out. */
  heartbeatMs?: number
}

/**
 * The boards for programs, other sites and the open pages of this one. Without a token they show what any visitor may
 * see; with `Authorization: Bearer <access token>` what that member may. No cookie is read, so any site may ask.
 */
export function boardsEndpoint(options: BoardsOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(
    "/boards/*",
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD"],
      allowHeaders: ["authorization", "last-event-id", "if-none-match"],
      exposeHeaders: ["etag", "x-request-id", "retry-after"],
      maxAge: 86_400,
    }),
  )
  app.get("/boards/:slug{[^/]+\\.json}", (c) => {
    const slug = c.req.param("slug").replace(/\.json$/, "")
    return boardPage(c, options, slug)
  })
  app.get("/boards/:slug/live", (c) => liveBoard(c, options))
  app.get("/boards/:slug/mine", (c) => myPlace(c, options))
  app.get("/boards/:slug/athletes/:athlete{[^/]+\\.json}", (c) =>
    athleteOnBoard(c, options, c.req.param("athlete").replace(/\.json$/, "")),
  )
  return app
}
