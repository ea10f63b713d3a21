import { Hono } from "hono"
import { cors } from "hono/cors"
import type { AppEnv } from "../context.ts"
import { athleteOnBoard, myPlace, myRaces } from "./boards/athlete.ts"
import { createEventChannels } from "./boards/event-channels.ts"
import { boardOfGroup } from "./boards/groups.ts"
import { liveBoard } from "./boards/live.ts"
import type { BoardsOptions } from "./boards/options.ts"
import { boardPage } from "./boards/page.ts"
import { athleteInSideRace, ownSideRace, sideRace, sideRaces, teamInRace } from "./boards/races.ts"

/**
 * The boards for programs, other sites and the open pages of this one. Without a token they show what any visitor may
 * see; with `Authorization: Bearer <access token>`, what that member may see. Cookies are ignored, so any site may call
 * them.
 */
export function boardsEndpoint(options: BoardsOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const channels = createEventChannels(options)
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
  app.get("/boards/mine", (c) => myRaces(c, options))
  app.get("/boards/:slug/live", (c) => liveBoard(c, options, channels))
  app.get("/boards/:slug/mine", (c) => myPlace(c, options))
  app.get("/boards/:slug/athletes/:athlete{[^/]+\\.json}", (c) =>
    athleteOnBoard(c, options, c.req.param("athlete").replace(/\.json$/, "")),
  )
  app.get("/boards/:slug/of/:group{[^/]+\\.json}", (c) => boardOfGroup(c, options))
  app.get("/boards/races/:season{[^/]+\\.json}", (c) => sideRaces(c, options))
  app.get("/boards/races/:season/:name{[^/]+\\.json}", (c) => sideRace(c, options))
  app.get("/boards/races/:season/:name/mine", (c) => ownSideRace(c, options))
  app.get("/boards/races/:season/:name/teams/:number{\\d{1,4}\\.json}", (c) => teamInRace(c, options))
  app.get("/boards/races/:season/:name/athletes/:athlete{[^/]+\\.json}", (c) => athleteInSideRace(c, options))
  return app
}
