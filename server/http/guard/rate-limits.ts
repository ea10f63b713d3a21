import { createHmac } from "node:crypto"
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import { withDeadline } from "#primitives/deadline.ts"

/** The number of calls allowed in a period, per key. */
export interface RateRule {
  /** Short and unique: part of the stored key, and a label of the metrics. */
  name: string
  calls: number
  seconds: number
}

type RateVerdict =
  | { ok: true; remaining: number /** Until the count begins again. */; resetSeconds: number }
  | { ok: false; retryAfterSeconds: number }

export interface RateLimits {
  /**
   * Counts one call for `key` (an address, an account's id, an email address; stored only as a keyed hash) and returns
   * whether the rule still allows it. Never throws: without the database, this process counts alone and allows half the
   * calls.
   */
  take(rule: RateRule, key: string): Promise<RateVerdict>
}

interface RateLimitsOptions {
  db: Db
  log: Log
  /** Keys are stored as HMAC-SHA256 under this secret. */
  hashKey: string
  onRefused?: (rule: string) => void
  /** How long to wait for the database before this process counts alone, in ms. */
  patienceMs?: number
}

/** Limits that all server processes share through the table private.rate_limits. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const client = storeClient(options)
  const limiterFor = (rule: RateRule) => {
    const made = limiters.get(rule.name) ?? createLimiter(rule, client)
    limiters.set(rule.name, made)
    return made
  }
  const stored = (key: string) =>
    createHmac("sha256", options.hashKey).update(key).digest("base64url").slice(0, 22)
  return {
    async take(rule, key) {
      try {
        const result = await limiterFor(rule).consume(stored(key))
        return {
          ok: true,
          remaining: result.remainingPoints,
          resetSeconds: Math.ceil(result.msBeforeNext / 1000),
        }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        options.onRefused?.(rule.name)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
      }
    },
  }
}

function createLimiter(rule: RateRule, storeClient: object): RateLimiterPostgres {
  const alone = new RateLimiterMemory({
    keyPrefix: rule.name,
    points: Math.ceil(rule.calls / 2),
    duration: rule.seconds,
  })
  return new RateLimiterPostgres({
    storeClient,
    storeType: "client",
    schemaName: "private",
    tableName: "rate_limits",
    // The migration creates the table; the job "rate-limits" removes expired rows.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: rule.name,
    points: rule.calls,
    duration: rule.seconds,
    // A caller over the limit is refused from memory until the time is up, without another query.
    inMemoryBlockOnConsumed: rule.calls + 1,
    insuranceLimiter: alone,
  })
}

const restMs = 3_000

/** The Db port in the form that the limiter expects of node-postgres. */
function storeClient({ db, log, patienceMs = 1_000 }: RateLimitsOptions) {
  let away = false
  let askAgainAt = 0
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      // During an outage, only one request per interval tries the database again.
      if (Date.now() < askAgainAt) throw new Error("The database did not answer a moment ago")
      try {
        const rows = await withDeadline(patienceMs, () => db.query(text, values))
        if (away) log.info({}, "Rate limits are shared through the database again")
        away = false
        return { rows, rowCount: rows.length }
      } catch (error) {
        // Logged once per outage; otherwise every request would log it.
        if (!away)
          log.warn({ error }, "Rate limits are counted by this process alone: the database does not answer")
        away = true
        askAgainAt = Date.now() + restMs
        throw error
      }
    },
  }
}

/** Removes expired counts. Run by a job every hour. */
export async function removeExpiredCounts(db: Db, now: Date): Promise<void> {
  await db.sql`delete from private.rate_limits where expire < ${now.getTime()}`
}
