import { createMiddleware } from "hono/factory"
import { apiCallsPerMinute } from "#content/api.ts"
import { networkOf } from "#primitives/network.ts"
import type { AppEnv } from "../context.ts"
import type { RateLimits, RateRule } from "../guard/rate-limits.ts"
import { problem } from "./problem.ts"

const perNetwork: RateRule = { name: "api-network", calls: apiCallsPerMinute.network, seconds: 60 }
const perToken: RateRule = { name: "api-token", calls: apiCallsPerMinute.token, seconds: 60 }
const uploads: RateRule = { name: "api-uploads", calls: 60, seconds: 3600 }

/**
 * Counts a request against the limit of its token, or without one of its network, and says what is left in the fields of the IETF's
 * draft. Answers that are kept in memory are sent before this and not counted.
 */
export function countRequests(limits: RateLimits) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { caller } = c.var
    const key = caller ? caller.tokenId : networkOf(c.var.clientAddress)
    return counted(limits, caller ? perToken : perNetwork, key)(c, next)
  })
}

/** Counts uploads of one account, whichever of its tokens sends them. */
export function countUploads(limits: RateLimits) {
  return createMiddleware<AppEnv>((c, next) => counted(limits, uploads, c.var.caller?.userId ?? "")(c, next))
}

function counted(limits: RateLimits, rule: RateRule, key: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const verdict = await limits.take(rule, key)
    const policy = `"${rule.name}";q=${rule.calls};w=${rule.seconds}`
    if (!verdict.ok)
      return problem(c, {
        status: 429,
        code: "too_many_requests",
        title: "Too many requests",
        message: `At most ${rule.calls} requests in ${rule.seconds} seconds. Try again in ${verdict.retryAfterSeconds} seconds.`,
        headers: {
          "ratelimit-policy": policy,
          ratelimit: `"${rule.name}";r=0;t=${verdict.retryAfterSeconds}`,
          "retry-after": String(verdict.retryAfterSeconds),
        },
      })
    c.header("ratelimit-policy", policy)
    c.header("ratelimit", `"${rule.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`)
    return next()
  })
}
