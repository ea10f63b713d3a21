import { Hono } from "hono"
import { createApiV1 } from "../api-v1/app.ts"
import type { AppEnv } from "../context.ts"
import { securityHeaders, transportSecurity } from "../guard/security-headers.ts"
import { endpointAnswers } from "../live-pages/endpoint-answers.ts"
import type { LiveSource } from "../live-pages/source.ts"
import type { BoardsOptions } from "./boards/options.ts"
import { boardsEndpoint } from "./boards.ts"
import { seasonsEndpoint } from "./seasons.ts"

/** The JSON responses of boards, seasons and /api/v1 for visitors, kept in memory like pages. */
export function boardAnswers(options: BoardsOptions): LiveSource {
  const app = new Hono<AppEnv>()
  app.use(securityHeaders())
  app.route("/", seasonsEndpoint(options.world))
  app.route("/", boardsEndpoint(options))
  const api = createApiV1(options)
  app.route("/", api.hono)
  return endpointAnswers({
    app,
    secureHeaders: transportSecurity,
    answers: [
      ["/boards/seasons.json", { shows: ["seasons", "members"] }],
      ["/boards/seasons/:season.json", { shows: ["seasons", "members"], query: ["limit", "after"] }],
      ["/boards/:slug.json", { shows: ["boards"], query: ["limit", "after", "name"] }],
      ["/boards/:slug/of/:group.json", { shows: ["boards"], query: ["limit", "after"] }],
      ["/boards/:slug/athletes/:athlete.json", { shows: ["boards", "members"] }],
      ...api.kept,
    ],
  })
}
