import { Hono } from "hono"
import type { AppEnv } from "./context.ts"
import { healthEndpoint, type ReadyCheck } from "./endpoints/health.ts"
import { metricsEndpoint } from "./endpoints/metrics.ts"
import { notFound, onError } from "./errors.ts"
import type { ServerLog } from "./log.ts"
import type { Metrics } from "./metrics.ts"
import { requestLog } from "./request-log.ts"

export interface ApiOptions {
  log: ServerLog
  metrics: Metrics
  metricsToken: string
  readyChecks: readonly ReadyCheck[]
  /** Answers everything left over; without it the app is the API alone. */
  pages?: Hono<AppEnv>
}

/** Everything the process answers, in the order in which it is tried. Testable alone: `createApi(...).request(...)`. */
export function createApi(options: ApiOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(requestLog(options.log, options.metrics.onAnswered))
  app.route("/", healthEndpoint(options.readyChecks))
  app.route("/", metricsEndpoint(options.metrics, options.metricsToken))
  if (options.pages) app.route("/", options.pages)
  app.notFound(notFound)
  app.onError(onError(options.log))
  return app
}
