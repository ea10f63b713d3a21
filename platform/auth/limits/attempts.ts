import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { tooMany } from "../refusal.ts"

/** How the wait grows with failures. */
interface WaitRule {
  /** Failures without a wait. */
  free: number
  /** The first wait in seconds; each further failure doubles it. */
  firstS: number
  /** The longest wait. */
  longestS: number
  /** Failures older than this are forgotten. */
  forgetS: number
}

export interface AttemptKey {
  key: Buffer
  rule: WaitRule
}

/**
 * Counts one attempt against every key before its outcome is known, so that parallel attempts cannot bypass the limit;
 * `forgive` undoes it on success. During a wait every attempt is refused, correct or not, and is not counted, so nobody
 * can extend another's wait beyond its rule. Throws 429 with the remaining time.
 */
export async function reserveAttempt(auth: Auth, keys: readonly AttemptKey[]): Promise<void> {
  await auth.db.transaction(async (db) => {
    for (const one of keys) await reserve(db, one, auth.now())
  })
}

async function reserve(db: Db, { key, rule }: AttemptKey, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - rule.forgetS * 1000)
  // Without a wait, an instant far in the past instead of now: another request may have started before this
  // one and arrive later.
  const blockedUntil = (failures: unknown) => db.sql`case
    when ${failures} <= ${rule.free}::int then to_timestamp(0)
    else ${now}::timestamptz + make_interval(secs => least(
      ${rule.longestS}::float8, ${rule.firstS}::float8 * power(2, least(${failures} - ${rule.free}::int - 1, 30)))) end`
  const failures = db.sql`(case when a.last_failed_at < ${forgotten} then 1 else a.failures + 1 end)`
  const counted = await db.sql`
    insert into auth_private.attempts as a (key, failures, last_failed_at, blocked_until)
    values (${key}, 1, ${now}, ${blockedUntil(db.sql`1`)})
    on conflict (key) do update set
      failures = ${failures},
      last_failed_at = ${now},
      blocked_until = ${blockedUntil(failures)}
    where a.blocked_until <= ${now}
    returning 1`
  if (counted.length > 0) return
  // The insert has locked the row, whether or not it changed it.
  const [row] = (await db.sql`
    select blocked_until from auth_private.attempts where key = ${key}`) as [{ blocked_until: Date }]
  throw tooMany(
    "over_request_rate_limit",
    (seconds) => `Too many failed attempts. Please try again in ${seconds} seconds.`,
    row.blocked_until.getTime() - now.getTime(),
  )
}

/** Removes the reserved attempt from every key and resets `cleared`, which is one of them. */
export async function forgive(db: Db, keys: readonly AttemptKey[], cleared: AttemptKey): Promise<void> {
  for (const { key } of keys) {
    if (cleared.key.equals(key)) await db.sql`delete from auth_private.attempts where key = ${key}`
    else
      await db.sql`
        update auth_private.attempts set failures = greatest(failures - 1, 0), blocked_until = to_timestamp(0)
        where key = ${key}`
  }
}
