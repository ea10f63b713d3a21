import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { randomToken } from "../crypto/random.ts"
import type { Caller } from "../http/caller.ts"
import { describeSession, type SessionBody } from "../sessions/body.ts"
import { endWeakerSessions } from "../sessions/end.ts"
import { noteMethod } from "../sessions/methods.ts"
import { addRefreshToken } from "../sessions/refresh-token.ts"
import { needUser } from "../users/row.ts"

/**
 * Raises the caller's session to aal2 and returns it with new tokens. The old refresh tokens are revoked, and
 * sessions without a second factor end.
 */
export async function raiseSession(
  auth: Auth,
  db: Db,
  { user, session }: Caller,
  factor: { id: string; method: "totp" | "mfa/webauthn" | "mfa/recovery_code" },
): Promise<SessionBody> {
  const now = auth.now()
  await noteMethod(auth, db, session.id, factor.method)
  await db.sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${now} where id = ${session.id}`
  await endWeakerSessions(db, user.id, session.id)
  await db.sql`delete from auth.refresh_tokens where session_id = ${session.id}`
  const refreshToken = randomToken()
  await addRefreshToken(auth, db, { token: refreshToken, sessionId: session.id, userId: user.id })
  return describeSession(auth, db, { sessionId: session.id, user: await needUser(db, user.id), refreshToken })
}
