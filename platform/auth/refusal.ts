import type { ContentfulStatusCode } from "hono/utils/http-status"

interface RefusalExtras {
  /** Why a password is weak: "length", "characters" or "pwned". */
  weakPassword?: readonly string[]
  /** Whole seconds after which a retry may succeed. */
  retryAfterSeconds?: number
}

/**
 * A request refused with one of GoTrue's error codes. Thrown, unlike expected outcomes in the domain, because
 * an open transaction has to roll back with it; http/errors.ts converts it into the client's shape. Anything
 * else that is thrown is a bug.
 */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly extras: RefusalExtras

  constructor(status: ContentfulStatusCode, code: string, message: string, extras: RefusalExtras = {}) {
    super(message)
    this.name = "Refusal"
    this.status = status
    this.code = code
    this.extras = extras
  }
}

/** 400: a field is missing or malformed. */
export const invalid = (message: string) => new Refusal(400, "validation_failed", message)

/** 429 with the seconds to wait, rounded up so that a retry at that time succeeds. */
export function tooMany(code: string, message: (seconds: number) => string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(429, code, message(seconds), { retryAfterSeconds: seconds })
}

/**
 * For `catch`: handles a unique violation reported by PostgreSQL (SQLSTATE 23505). Any other error is rethrown, because
 * it is a bug.
 */
export function onDuplicate<Result>(act: () => Result): (error: unknown) => Result {
  return (error) => {
    if ((error as { code?: unknown }).code !== "23505") throw error
    return act()
  }
}

/** The same, throwing a refusal. */
export const refuseDuplicate = (refusal: () => Refusal) =>
  onDuplicate((): never => {
    throw refusal()
  })
