import { Hono } from "hono"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import type { Metrics } from "../metrics.ts"

/** GET /metrics: Prometheus text for requests with `Authorization: Bearer <METRICS_TOKEN>`, otherwise 401. */
export function metricsEndpoint(metrics: Metrics, token: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/metrics", async (c) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? ""
    if (!equal(given, token))
      return c.json({ code: "unauthorized", message: "Send the metrics token as a bearer token" }, 401, {
        "www-authenticate": "Bearer",
      })
    return c.body(await metrics.text(), 200, {
      "content-type": metrics.registry.contentType,
      "cache-control": "no-store",
    })
  })
  return app
}
