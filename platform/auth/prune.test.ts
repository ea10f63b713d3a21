/**
 * What cleanup removes, and when: each row is kept until the end of its retention period and removed a millisecond
 * later.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { sha256 } from "#primitives/secrets.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { prune } from "./prune.ts"

const now = new Date("2026-11-20T12:00:00Z")
const hour = 3_600_000
const day = 24 * hour
const unlimited = { sessionInactivityS: null, sessionTimeboxS: null }

let database: TestDatabase
let db: Db
let userId: string
let factorId: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  ;[userId, factorId] = [randomUUID(), randomUUID()]
  await db.sql`insert into auth.users (id, last_sign_in_at, created_at) values (${userId}, ${now}, ${now})`
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${factorId}, ${userId}, 'totp', 'verified', ${now}, ${now})`
})

type Make = (at: Date, id: string) => PromiseLike<unknown>
/**
 * How many of two rows remain after a cleanup: one exactly as old as the retention period, and one a millisecond older.
 */
async function left(table: string, ageMs: number, make: Make, config: object = {}): Promise<number> {
  const ids = [randomUUID(), randomUUID()]
  for (const [n, id] of ids.entries()) await make(new Date(now.getTime() - ageMs - n), id)
  const count = async () => Number((await db.query(`select count(*) as n from ${table}`))[0]?.n)
  const made = await count()
  await prune(db, now, { ...unlimited, ...config })
  const stayed = await count()
  await db.query(`delete from ${table.split(" ")[0]}`)
  await db.query("delete from auth.users")
  return made === 2 ? stayed : Number.NaN
}

const user = (id: string, at: Date, columns: Record<string, unknown> = {}) =>
  db.sql`insert into auth.users ${db.sql({ id, created_at: at, ...columns })}`
const session = (id: string, at: Date, refreshedAt: Date | null = null) => db.sql`
  insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at)
  values (${id}, ${userId}, ${at}, ${at}, ${refreshedAt}::timestamptz at time zone 'utc')`
async function token(expiresAt: Date, id: string): Promise<void> {
  const owner = randomUUID()
  await user(owner, now)
  await db.sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${id}, ${owner}, 'recovery_token', ${id}, '', ${now}, ${now})`
  await db.sql`
    insert into auth_private.one_time_codes (token_id, code_hash, expires_at) values (${id}, ${sha256(id)}, ${expiresAt})`
}
const key = (id: string) => sha256(id)

test.each<[string, string, number, Make]>([
  [
    "a sign-in that a browser never finished: a day",
    "auth.flow_state",
    day,
    (at, id) => db.sql`
      insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at)
      values (${id}, '', 's256', 'c', 'email', 'otp', ${at})`,
  ],
  ["a mailed link: until a day after its expiry", "auth.one_time_tokens", day, token],
  [
    "a challenge of a second factor: a day",
    "auth.mfa_challenges",
    day,
    (at, id) => db.sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values (${id}, ${factorId}, ${at}, '192.0.2.1')`,
  ],
  [
    "a passkey challenge: until an hour after its expiry",
    "auth.webauthn_challenges",
    hour,
    (at, id) => db.sql`
      insert into auth.webauthn_challenges (id, challenge_type, session_data, created_at, expires_at)
      values (${id}, 'authentication', '{}', ${now}, ${at})`,
  ],
  [
    "a visit to a provider: a day",
    "auth_private.provider_visits",
    day,
    (at, id) => db.sql`
      insert into auth_private.provider_visits (state_hash, browser_hash, provider, sealed_verifier, redirect_to, created_at)
      values (${key(id)}, ${key(id)}, 'google', '', '', ${at})`,
  ],
  [
    "the record of a sent mail: two hours",
    "auth_private.mail_sends",
    2 * hour,
    (at, id) => db.sql`insert into auth_private.mail_sends (key, sent_at) values (${key(id)}, ${at})`,
  ],
  [
    "a rate limit: until it is refilled",
    "auth_private.allowances",
    0,
    (at, id) => db.sql`insert into auth_private.allowances (key, full_at) values (${key(id)}, ${at})`,
  ],
  [
    "failed attempts: two days",
    "auth_private.attempts",
    2 * day,
    (at, id) => db.sql`
      insert into auth_private.attempts (key, failures, last_failed_at, blocked_until)
      values (${key(id)}, 1, ${at}, ${now})`,
  ],
  [
    "a network: 90 days",
    "auth_private.known_networks",
    90 * day,
    (at, id) => db.sql`
      insert into auth_private.known_networks (user_id, network_hash, last_used_at) values (${userId}, ${key(id)}, ${at})`,
  ],
  [
    "a signing key: until a day after its end",
    "auth_private.signing_keys",
    day,
    (at, id) => db.sql`
      insert into auth_private.signing_keys (kid, public_jwk, sealed_private_jwk, created_at, signs_from, retired_at)
      values (${id}, '{}', '', ${now}, ${now}, ${at})`,
  ],
  [
    "a spent refresh token: a week, so that its reuse is detected",
    "auth.refresh_tokens",
    7 * day,
    (at, id) =>
      db.sql`insert into auth.refresh_tokens (token, revoked, updated_at) values (${id}, true, ${at})`,
  ],
  [
    "an audit entry: a year",
    "auth.audit_log_entries",
    365 * day,
    (at, id) => db.sql`insert into auth.audit_log_entries (id, created_at) values (${id}, ${at})`,
  ],
  [
    "an unconfirmed account: 30 days",
    "auth.users where last_sign_in_at is null",
    30 * day,
    (at, id) => user(id, at),
  ],
])("%s", async (_what, table, ageMs, make) => expect(await left(table, ageMs, make)).toBe(1))

test.each<[string, string, Make]>([
  [
    "a valid refresh token",
    "auth.refresh_tokens",
    (at, id) =>
      db.sql`insert into auth.refresh_tokens (token, revoked, updated_at) values (${id}, false, ${at})`,
  ],
  [
    "the current signing key",
    "auth_private.signing_keys",
    (at, id) => db.sql`
      insert into auth_private.signing_keys (kid, public_jwk, sealed_private_jwk, created_at, signs_from)
      values (${id}, '{}', '', ${at}, ${at})`,
  ],
  ["a session without time limits", "auth.sessions", (at, id) => session(id, at)],
  ...(
    [
      ["an address that was proven", { email_confirmed_at: now }],
      ["a number that was proven", { phone_confirmed_at: now }],
      ["a sign-in", { last_sign_in_at: now }],
      ["an invitation", { invited_at: now }],
      ["no address or number, because it is anonymous", { is_anonymous: true }],
      ["been soft-deleted", { deleted_at: now }],
    ] as const
  ).map(([what, columns]): [string, string, Make] => [
    `an account that has ${what}`,
    `auth.users where created_at < '2000-01-01'`,
    (at, id) => user(id, at, columns),
  ]),
  [
    "an account with a pending link",
    "auth.users where created_at < '2000-01-01'",
    async (at, id) => {
      await user(id, at)
      await db.sql`
        insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
        values (${id}, ${id}, 'confirmation_token', ${id}, '', ${now}, ${now})`
    },
  ],
])("however old it is, cleanup keeps %s", async (_what, table, make) =>
  expect(await left(table, 10_000 * day, make)).toBe(2),
)

const anHour = { sessionInactivityS: 3600 }
test.each<[string, object, Make, number]>([
  ["the inactivity limit, if it was never used", anHour, (at, id) => session(id, at), 1],
  ["the inactivity limit since its last use", anHour, (at, id) => session(id, new Date(0), at), 1],
  ["its maximum lifetime", { sessionTimeboxS: 3600 }, (at, id) => session(id, at), 1],
  [
    "its maximum lifetime, however often it is used",
    { sessionTimeboxS: 3600 },
    (at, id) => session(id, at, now),
    1,
  ],
  ["an unlimited time while it is used", anHour, (at, id) => session(id, at, now), 2],
])("a session is kept for %s", async (_what, config, make, stay) =>
  expect(await left("auth.sessions", hour, make, config)).toBe(stay),
)
