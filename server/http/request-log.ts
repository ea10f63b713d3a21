import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { routePath } from "hono/route"
import { shortenedAddress } from "#primitives/network.ts"
import type { ServerLog } from "../process/log.ts"
import type { AppEnv } from "./context.ts"
import { requestIdFrom } from "./request-id.ts"

/** The data of a request that is known when its response starts. */
export interface AnsweredRequest {
  method: string
  /** Route pattern, a bounded set: "/rest/v1/*", "page". */
  route: string
  status: number
  ms: number
}

/**
 * Assigns every request an id (returned as x-request-id), logs one line when its response starts and calls
 * `onAnswered`. The line contains method, path without query or ids, route, status and milliseconds.
 */
export function requestLog(log: ServerLog, onAnswered: (request: AnsweredRequest) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    const requestId = requestIdFrom(c.req.header("x-request-id"))
    c.set("requestId", requestId)
    await log.duringRequest(requestId, async () => {
      await next()
      const ms = Math.round((performance.now() - started) * 10) / 10
      const answered = { method: c.req.method, route: routeOf(c), status: c.res.status, ms }
      onAnswered(answered)
      const quiet =
        answered.route === "/health" || answered.route === "/ready" || answered.route === "/metrics"
      const level = answered.status >= 500 ? "warn" : quiet ? "debug" : "info"
      // Rate limiting is the only condition here that an operator may have to act on.
      const network = answered.status === 429 ? { network: shortenedAddress(c.var.clientAddress) } : {}
      log[level]({ ...answered, path: c.req.path, ...network }, "request")
    })
    c.res.headers.set("x-request-id", requestId)
  })
}

/** Read after the response, when Hono's route is that of the handler that produced it. */
function routeOf(c: Context<AppEnv>): string {
  const route = c.get("route") ?? routePath(c)
  return route === "*" || route === "/*" ? "page" : route
}
