import { randomBytes } from "node:crypto"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** A session that has ended is remembered for this long, so that its browser gets a sentence instead of a missing page. */
const rememberedDays = 30

/** What a session opens: the operator's console, or the member's own pages. */
type Scope = "console" | "account"

/** A verified access token of the account, reduced to what sessions need. */
export interface VerifiedToken {
  userId: string
  authSessionId: string
  /** What the token says; for the console the account must say the same. */
  role: unknown
  secondFactor: boolean
  /** When a second factor was entered, or for an account without one the password; null when the token does not say. */
  provenAt: Date | null
}

/** The account of a token; null when it is gone or banned, or its session has ended. */
export async function accountOf(
  world: World,
  { userId, authSessionId }: Pick<VerifiedToken, "userId" | "authSessionId">,
): Promise<Account | null> {
  const account = await world.accounts.find(world.db, userId)
  if (!account) return null
  const sessions = await world.accounts.sessions(world.db, userId)
  return sessions.some(({ id }) => id === authSessionId) ? account : null
}

/**
 * Opens a session for a token that was checked, and returns its secret, of which only the hash is stored. It replaces an earlier
 * one of the same browser, so that each device has one.
 */
export async function openCookieSession(
  world: World,
  token: VerifiedToken,
  { scope, hours }: { scope: Scope; hours: number },
): Promise<{ secret: string; expiresAt: Date }> {
  const now = world.now()
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const secret = randomBytes(32).toString("base64url")
  await world.db.transaction(async (inside) => {
    await inside.sql`
      update private.cookie_sessions set ended_at = ${now}
      where auth_session_id = ${token.authSessionId} and scope = ${scope} and ended_at is null
    `
    await inside.sql`
      insert into private.cookie_sessions (
        token_hash, scope, user_id, auth_session_id, second_factor, proven_at, opened_at, used_at, expires_at
      )
      values (
        ${hashToken(secret)}, ${scope}, ${token.userId}, ${token.authSessionId}, ${token.secondFactor},
        ${token.provenAt ?? new Date(0)}, ${now}, ${now}, ${expiresAt}
      )
    `
  })
  return { secret, expiresAt }
}

/**
 * `unknown`: a stranger's secret, or an account that is gone. `ended`: a genuine one whose session is over; `account` is null when it
 * was ended here or has expired, and else the account whose own session has ended.
 */
type FoundSession =
  | { state: "unknown" }
  | { state: "ended"; account: Account | null }
  | { state: "open"; account: Account; id: string; secondFactor: boolean; provenAt: Date }

/**
 * The session of a secret. The account, its session and its second factor are looked up each time, so that losing any
 * of them ends this session immediately.
 */
export async function findCookieSession(world: World, secret: string, scope: Scope): Promise<FoundSession> {
  const { db } = world
  const now = world.now()
  const [row] = await db.sql<SessionRow>`
    select id, user_id, auth_session_id, second_factor, proven_at, used_at, expires_at, ended_at
    from private.cookie_sessions where token_hash = ${hashToken(secret)} and scope = ${scope}
  `
  if (!row) return { state: "unknown" }
  if (row.ended_at || row.expires_at <= now) return { state: "ended", account: null }
  const account = await world.accounts.find(db, row.user_id)
  if (!account) return { state: "unknown" }
  const sessions = await world.accounts.sessions(db, row.user_id)
  const isOpen = sessions.some(({ id }) => id === row.auth_session_id)
  if (!isOpen || (account.secured && !row.second_factor)) return { state: "ended", account }
  if (now.getTime() - row.used_at.getTime() > 60_000)
    await db.sql`update private.cookie_sessions set used_at = ${now} where id = ${row.id}`
  return { state: "open", account, id: row.id, secondFactor: row.second_factor, provenAt: row.proven_at }
}

/** Ends a session; the account stays signed in. */
export async function endCookieSession(world: World, id: string): Promise<void> {
  await world.db.sql`
    update private.cookie_sessions set ended_at = ${world.now()} where id = ${id} and ended_at is null
  `
}

/** Forgets sessions that ended long ago. Run hourly by a deadline. */
export async function pruneCookieSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rememberedDays * 86_400_000)
  await db.sql`delete from private.cookie_sessions where least(expires_at, coalesce(ended_at, expires_at)) < ${before}`
}

interface SessionRow {
  id: string
  user_id: string
  auth_session_id: string
  second_factor: boolean
  proven_at: Date
  used_at: Date
  expires_at: Date
  ended_at: Date | null
}
