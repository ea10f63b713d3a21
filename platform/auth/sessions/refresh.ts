import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { Refusal } from "../refusal.ts"
import { findUser, isBanned, type UserRow } from "../users/row.ts"
import { describeSession, type SessionBody } from "./body.ts"
import { isOver, type SessionTimes } from "./lifetime.ts"
import { addRefreshToken, childToken, refreshTokenHash } from "./refresh-token.ts"

interface TokenRow {
  revoked: boolean
  updated_at: Date
}

interface SessionRow extends SessionTimes {
  id: string
  user_id: string
}

/**
 * Exchanges a refresh token for the next one. A token has one child. Its direct parent may be used again for
 * `refreshGraceS` (a lost response, two tabs at once) and returns the same child; any other use of a spent
 * token means that two parties hold the family, and ends it.
 */
export async function refreshSession(auth: Auth, token: string, client: Client): Promise<SessionBody> {
  const outcome = await auth.db.transaction((db) => exchange(auth, db, token, client))
  // Thrown only after the transaction, so that ended sessions stay ended.
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

async function exchange(auth: Auth, db: Db, token: string, client: Client): Promise<SessionBody | Refusal> {
  const hash = refreshTokenHash(token)
  const now = auth.now()
  // The session's row is the lock of its token family.
  const [session] = await db.sql<SessionRow>`
    select s.id, s.user_id, s.created_at, s.refreshed_at at time zone 'utc' as refreshed_at, s.not_after
    from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${hash} for update of s`
  const [row] = await db.sql<TokenRow>`
    select revoked, updated_at from auth.refresh_tokens where token = ${hash}`
  if (!session || !row) return refused("refresh_token_not_found", "Refresh Token Not Found")

  const user = await findUser(db, session.user_id)
  if (!user || isBanned(user, now)) {
    await endFamily(db, session.id)
    return user ? refused("user_banned", "User Banned") : refused("user_not_found", "User Not Found")
  }
  if (isOver(session, now, auth.config)) {
    await endFamily(db, session.id)
    return refused("session_expired", "Session Expired")
  }

  const child = childToken(auth, token)
  if (!row.revoked) await spend(auth, db, { hash, child, session, user, client })
  else if (!(await inGrace(auth, db, row, child, now))) {
    await endFamily(db, session.id)
    await audit(auth, db, "token_revoked", user, client.ip, { reason: "reuse" })
    auth.log.warn(
      { userId: user.id, sessionId: session.id },
      "A spent refresh token was used again; its session was ended",
    )
    return refused("refresh_token_already_used", "Already Used")
  }
  return describeSession(auth, db, { sessionId: session.id, user, refreshToken: child })
}

const refused = (code: string, reason: string) => new Refusal(400, code, `Invalid Refresh Token: ${reason}`)

async function spend(
  auth: Auth,
  db: Db,
  {
    hash,
    child,
    session,
    user,
    client,
  }: { hash: string; child: string; session: SessionRow; user: UserRow; client: Client },
): Promise<void> {
  const now = auth.now()
  await db.sql`update auth.refresh_tokens set revoked = true, updated_at = ${now} where token = ${hash}`
  await addRefreshToken(auth, db, { token: child, sessionId: session.id, userId: user.id, parent: hash })
  await db.sql`
    update auth.sessions set refreshed_at = ${now}::timestamptz at time zone 'utc', updated_at = ${now},
      user_agent = ${client.userAgent}, ip = coalesce(${client.ip}::inet, ip)
    where id = ${session.id}`
  await audit(auth, db, "token_refreshed", user, client.ip)
}

async function inGrace(auth: Auth, db: Db, row: TokenRow, child: string, now: Date): Promise<boolean> {
  if (now.getTime() - row.updated_at.getTime() > auth.config.refreshGraceS * 1000) return false
  const [next] = await db.sql<TokenRow>`
    select revoked, updated_at from auth.refresh_tokens where token = ${refreshTokenHash(child)}`
  return next !== undefined && !next.revoked
}

async function endFamily(db: Db, sessionId: string): Promise<void> {
  await db.sql`delete from auth.sessions where id = ${sessionId}`
}
