import { OpenAPIHono } from "@hono/zod-openapi"
import { cors } from "hono/cors"
import { etag } from "hono/etag"
import { apiScopes } from "#content/api.ts"
import { site } from "#content/site.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import type { RateLimits } from "../guard/rate-limits.ts"
import { identifyCaller } from "./caller.ts"
import { countRequests } from "./limits.ts"
import { problem } from "./problem.ts"
import type { ApiApp } from "./route.ts"
import { boardRoutes } from "./routes/boards.ts"
import { eventRoutes } from "./routes/events.ts"
import { ownRoutes } from "./routes/me.ts"
import { seasonRoutes } from "./routes/seasons.ts"
import { uploadRoutes } from "./routes/uploads.ts"

interface ApiV1Options {
  world: World
  boards: Boards
  /** Without it requests are not counted: for answers that are rendered once for everybody. */
  rateLimits?: RateLimits
}

/**
 * /api/v1: what visitors see, for programs, and with a personal token what its owner sees. Its description at
 * /api/v1/openapi.json is made from the same shapes that check requests and answers. Cookies and sessions are not read.
 */
export function createApiV1({ world, boards, rateLimits }: ApiV1Options): ApiApp {
  const hono = new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) =>
      result.success
        ? undefined
        : problem(c, {
            status: 400,
            code: "invalid_parameter",
            title: "Not understood",
            message: sentence(result.error.issues[0]),
          }),
  })
  hono.use(
    "/api/v1/*",
    // Without "authorization" among the headers, a page of another site cannot send a token.
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD"],
      allowHeaders: ["if-none-match"],
      exposeHeaders: ["etag", "ratelimit", "ratelimit-policy", "retry-after", "x-request-id"],
      maxAge: 86_400,
    }),
  )
  hono.use("/api/v1/*", identifyCaller(world))
  if (rateLimits) hono.use("/api/v1/*", countRequests(rateLimits))
  hono.get("/api/v1/*", etag())

  const app: ApiApp = { hono, kept: [] }
  boardRoutes(app, { world, boards })
  seasonRoutes(app, { world, boards })
  eventRoutes(app, world)
  ownRoutes(app, { world, boards })
  uploadRoutes(app, { world, rateLimits })

  hono.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: `A personal token, made under Security on the account page. Scopes: ${Object.entries(
      apiScopes,
    )
      .map(([scope, words]) => `\`${scope}\` (${words.toLowerCase()})`)
      .join(", ")}.`,
  })
  hono.doc31("/api/v1/openapi.json", {
    openapi: "3.1.0",
    info: { title: `${site.name} API`, version: "1", description: about },
    servers: [{ url: world.settings.siteUrl }],
  })
  return app
}

const about =
  "Boards, seasons, races and events as visitors see them; with a token, your own training. Errors are RFC 9457 problems. Fields may be added at any time; a removal is announced half a year before by the headers Deprecation and Sunset."

function sentence(
  issue: { code?: string; path: readonly PropertyKey[]; message: string; keys?: unknown } | undefined,
) {
  if (issue?.code === "unrecognized_keys" && Array.isArray(issue.keys))
    return `There is no parameter ${issue.keys.map((key) => String(key).slice(0, 60)).join(", ")}.`
  const field = issue?.path.join(".") ?? ""
  const message = issue?.message ?? "The request is not understood"
  return field === "" || message.startsWith(`${field} `) ? message : `${field}: ${message}`
}
