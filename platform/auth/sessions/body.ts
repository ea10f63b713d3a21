import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { audience, signAccessToken } from "../keys/access-token.ts"
import { presentUser } from "../users/present.ts"
import type { UserRow } from "../users/row.ts"
import { methodsOf } from "./methods.ts"

/** The session as clients store it. */
export interface SessionBody {
  access_token: string
  token_type: "bearer"
  /** Seconds. */
  expires_in: number
  /** Seconds since the epoch. */
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/** Signs a token for the current state of the session. */
export async function describeSession(
  auth: Auth,
  db: Db,
  { sessionId, user, refreshToken }: { sessionId: string; user: UserRow; refreshToken: string },
): Promise<SessionBody> {
  const [session] = (await db.sql`
    select aal from auth.sessions where id = ${sessionId}`) as [{ aal: "aal1" | "aal2" | null }]
  const { token, expiresAt } = await signAccessToken(auth, {
    sub: user.id,
    aud: audience,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? "authenticated",
    aal: session.aal ?? "aal1",
    amr: await methodsOf(db, sessionId),
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: auth.config.accessTokenLifetimeS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  }
}

/** The session as the fragment of an address, which a browser does not send to a server. */
export const sessionFragment = (session: SessionBody): Record<string, string> => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
})
