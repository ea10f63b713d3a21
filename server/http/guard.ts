import { Hono } from "hono"
import type { AppEnv } from "./context.ts"
import { limitBodies } from "./guard/body-limit.ts"
import { client } from "./guard/client.ts"
import { requestDeadline } from "./guard/deadline.ts"
import { limitWrites } from "./guard/limit-requests.ts"
import type { RateLimits } from "./guard/rate-limits.ts"
import { readableAddress } from "./guard/readable-address.ts"
import { sameOriginOnly } from "./guard/same-origin.ts"
import { securityHeaders } from "./guard/security-headers.ts"
import { offerSendingAgain } from "./guard/send-again.ts"

interface GuardOptions {
  /** Public origin of the site. */
  siteUrl: string
  /** Trusted proxies in front (TRUST_PROXY). */
  hops: number
  rateLimits: RateLimits
  /** Whether pages are compiled on demand (npm run dev). */
  development: boolean
}

/**
 * The middleware in front of every handler, in this order: client identification, response headers, rejection of
 * undecodable URLs, same-origin check, body limits, deadline, rate limits. Cheap checks come first; only the last one
 * queries the database.
 */
export function guard(options: GuardOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(client(options.hops))
  app.use(securityHeaders())
  app.use(readableAddress())
  app.use(sameOriginOnly(options.siteUrl))
  app.use(limitBodies())
  app.use(offerSendingAgain())
  app.use(requestDeadline(options))
  app.use(limitWrites(options.rateLimits))
  return app
}
