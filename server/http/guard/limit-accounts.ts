import type { GatewayFunction } from "#platform/gateway/contract.ts"
import { inWords } from "./limit-requests.ts"
import type { RateLimits, RateRule } from "./rate-limits.ts"

/** The rule for calls of backend functions by one signed-in account, from any address. */
const functionsPerAccount: RateRule = { name: "functions", calls: 120, seconds: 60 }

/** Wraps the functions so that an account that calls them too often gets 429. Addresses are limited earlier. */
export function limitAccounts(
  functions: Readonly<Record<string, GatewayFunction>>,
  limits: RateLimits,
  rule: RateRule = functionsPerAccount,
): Record<string, GatewayFunction> {
  const limited = (run: GatewayFunction): GatewayFunction => {
    const answer: GatewayFunction = async (request, context) => {
      if (context.caller.userId === null) return run(request, context)
      const verdict = await limits.take(rule, context.caller.userId)
      if (verdict.ok) return run(request, context)
      const error = `Too many requests came from this account. Try again in ${inWords(verdict.retryAfterSeconds)}.`
      const headers = { "retry-after": String(verdict.retryAfterSeconds) }
      return Response.json({ error, code: "over_request_rate_limit" }, { status: 429, headers })
    }
    // Keeps the function's own body limit.
    return Object.assign(answer, run)
  }
  return Object.fromEntries(Object.entries(functions).map(([name, run]) => [name, limited(run)]))
}
