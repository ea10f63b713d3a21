import { createMiddleware } from "hono/factory"
import { checkoutsPerAddress } from "#domain/shop/contract.ts"
import { networkOf } from "#primitives/network.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import type { RateLimits, RateRule } from "./rate-limits.ts"

/** Changes by one address, whatever they are; generous, for a club behind one connection. */
const writesPerAddress: RateRule = { name: "writes", calls: 600, seconds: 60 }

/**
 * Changes by one address through the services that programs call too; their own limits, by account and by what is
 * asked for, are far narrower where it matters.
 */
const serviceCallsPerAddress: RateRule = { name: "services", calls: 6_000, seconds: 60 }

const checkouts = /^\/functions\/v1\/create-checkout\/?$/
const services = /^\/(auth|rest|functions|storage)\/v1\//
/** Payment and fitness services send bursts from few addresses, and sign what they send. */
const signed = /^\/webhooks\//

/** 429 with Retry-After when an address changes too much. Reading is not counted. */
export function limitWrites(limits: RateLimits) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (/^(GET|HEAD|OPTIONS)$/.test(c.req.method) || signed.test(c.req.path)) return next()
    const rule = ruleFor(c.req.path)
    const verdict = await limits.take(rule, networkOf(c.var.clientAddress))
    if (verdict.ok) return next()
    return refuse(c, {
      status: 429,
      code: "over_request_rate_limit",
      title: "Too many at once",
      message: `Too many requests came from here. Try again in ${inWords(verdict.retryAfterSeconds)}.`,
      headers: { "retry-after": String(verdict.retryAfterSeconds) },
    })
  })
}

function ruleFor(path: string): RateRule {
  if (checkouts.test(path)) return checkoutsPerAddress
  return services.test(path) ? serviceCallsPerAddress : writesPerAddress
}

/** "1 second", "40 seconds", "5 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}
