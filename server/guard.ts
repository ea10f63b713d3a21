import { Hono } from "hono"
import type { AppEnv } from "./context.ts"
import { limitBodies } from "./guard/body-limit.ts"
import { client } from "./guard/client.ts"
import { limitWrites } from "./guard/limit-requests.ts"
import type { RateLimits } from "./guard/rate-limits.ts"
import { sameOriginOnly } from "./guard/same-origin.ts"
import { securityHeaders } from "./guard/security-headers.ts"

interface GuardOptions {
  /** Public origin of the site. */
  siteUrl: string
  /** Trusted proxies in front (TRUST_PROXY). */
  hops: number
  rateLimits: RateLimits
}

/**
 * What stands before every handler, in this order: who asks, the headers of every answer, changes only from our own
 * pages, bodies within their limits, not too many changes. Cheap checks come first; only the last asks the database.
 */
export function guard(options: GuardOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(client(options.hops))
  app.use(securityHeaders())
  app.use(sameOriginOnly(options.siteUrl))
  app.use(limitBodies())
  app.use(limitWrites(options.rateLimits))
  return app
}
