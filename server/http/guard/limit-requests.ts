import { createMiddleware } from "hono/factory"
import { checkoutsPerAddress } from "#domain/shop/contract.ts"
import { networkOf } from "#primitives/network.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { isGatewayPath } from "./gateway-path.ts"
import type { RateLimits, RateRule } from "./rate-limits.ts"

/**
 * Modifying requests from one address, of any kind. The limit is generous, to allow for a club behind one connection.
 */
const writesPerAddress: RateRule = { name: "writes", calls: 600, seconds: 60 }

/**
 * Modifying requests from one address to the services that programs also call. Their own limits, by account and action,
 * are far stricter.
 */
const serviceCallsPerAddress: RateRule = { name: "services", calls: 6_000, seconds: 60 }

const checkouts = /^\/functions\/v1\/create-checkout\/?$/
/** Payment and fitness services send signed bursts from few addresses. */
const signed = /^\/webhooks\//

/** Responds with 429 and Retry-After if an address sends too many modifying requests. Reads are not counted. */
export function limitWrites(limits: RateLimits) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (/^(GET|HEAD|OPTIONS)$/.test(c.req.method) || signed.test(c.req.path)) return next()
    const rule = ruleFor(c.req.path)
    const verdict = await limits.take(rule, networkOf(c.var.clientAddress))
    if (verdict.ok) return next()
    return refuse(c, {
      status: 429,
      code: "over_request_rate_limit",
      title: "Too many requests",
      message: `Too many requests came from here. Try again in ${inWords(verdict.retryAfterSeconds)}.`,
      headers: { "retry-after": String(verdict.retryAfterSeconds) },
    })
  })
}

function ruleFor(path: string): RateRule {
  if (checkouts.test(path)) return checkoutsPerAddress
  return isGatewayPath(path) ? serviceCallsPerAddress : writesPerAddress
}

/** "1 second", "40 seconds", "5 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}
