import type { Context } from "hono"
import { isDatabaseAway, retryLater } from "#primitives/database-away.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"

/**
 * Clients that send this version or a later one get errors as `{code, message}`; others get `{code,
 * error_code, msg}`.
 */
export const apiVersion = "2024-01-01"
export const apiVersionHeader = "x-supabase-api-version"

/** Converts whatever an endpoint threw into a response of the shape the client expects. */
export function answerError(auth: Auth, c: Context, error: unknown): Response {
  const refusal =
    error instanceof Refusal ? error : isDatabaseAway(error) ? databaseAway() : unexpected(auth, c, error)
  if (refusal.extras.retryAfterSeconds !== undefined)
    c.header("Retry-After", String(refusal.extras.retryAfterSeconds))
  c.header("Cache-Control", "no-store")
  return c.json(errorBody(refusal, wantsNewShape(c)), refusal.status)
}

function errorBody(refusal: Refusal, newShape: boolean): Record<string, unknown> {
  const { weakPassword } = refusal.extras
  return {
    ...(newShape
      ? { code: refusal.code, message: refusal.message }
      : { code: refusal.status, error_code: refusal.code, msg: refusal.message }),
    ...(weakPassword ? { weak_password: { reasons: weakPassword } } : {}),
  }
}

function wantsNewShape(c: Context): boolean {
  const asked = c.req.header(apiVersionHeader) ?? ""
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= apiVersion
}

/** Supabase clients retry requests that get a 503. */
function databaseAway(): Refusal {
  const message =
    "The accounts cannot be reached at the moment. What was sent may have been saved. Please try again."
  return new Refusal(503, "request_timeout", message, {
    retryAfterSeconds: Number(retryLater["retry-after"]),
  })
}

function unexpected(auth: Auth, c: Context, error: unknown): Refusal {
  // A database error message may quote a row with personal data, so only its name and code are logged.
  const { name, code, stack } =
    error instanceof Error ? (error as Error & { code?: string }) : { name: typeof error }
  const at = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 5)
  auth.log.error({ name, code, at, method: c.req.method, route: c.req.routePath }, "An auth request failed")
  return new Refusal(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  )
}
