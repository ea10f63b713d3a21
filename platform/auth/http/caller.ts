import type { Context } from "hono"
import { z } from "zod"
import { equal } from "#primitives/secrets.ts"
import { type AuditActor, serviceActor } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { type Claims, verifyAccessToken } from "../keys/access-token.ts"
import { Refusal } from "../refusal.ts"
import { isOver } from "../sessions/lifetime.ts"
import { roleOf } from "../users/operator.ts"
import { findUser, isBanned, type UserRow } from "../users/row.ts"

interface CallerSession {
  id: string
  created_at: Date
  refreshed_at: Date | null
  not_after: Date | null
  aal: "aal1" | "aal2"
}

/** A signed-in member as stored: not banned, not deleted, and with an open session. */
export interface Caller {
  user: UserRow
  session: CallerSession
}

function bearer(c: Context): string {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
  if (!token) throw new Refusal(401, "no_authorization", "This endpoint requires a valid Bearer token")
  return token
}

async function claimsOf(auth: Auth, token: string): Promise<Claims> {
  const verified = await verifyAccessToken(auth, token)
  if (verified.ok) return verified.claims
  throw new Refusal(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${verified.reason}`)
}

/**
 * Throws 401 without a token, and 403 when the token is invalid or its member or session no longer exists.
 */
export async function requireCaller(auth: Auth, c: Context): Promise<Caller> {
  return callerFor(auth, await claimsOf(auth, bearer(c)))
}

async function callerFor(auth: Auth, claims: Claims): Promise<Caller> {
  if (claims.sub !== undefined && claims.session_id === undefined)
    throw new Refusal(403, "session_not_found", "A token without a session cannot be used for an account")
  const ids = z.object({ sub: z.uuid(), session_id: z.uuid() }).safeParse(claims)
  if (!ids.success) throw new Refusal(403, "bad_jwt", "invalid claim: missing sub claim")
  const user = await findUser(auth.db, ids.data.sub)
  if (!user) throw new Refusal(403, "user_not_found", "User from sub claim in JWT does not exist")
  if (isBanned(user, auth.now())) throw new Refusal(403, "user_banned", "User is banned")
  const [session] = await auth.db.sql<CallerSession>`
    select id, created_at, refreshed_at at time zone 'utc' as refreshed_at, not_after, coalesce(aal, 'aal1') as aal
    from auth.sessions where id = ${ids.data.session_id} and user_id = ${user.id}`
  if (!session || isOver(session, auth.now(), auth.config))
    throw new Refusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
  return { user, session }
}

/** Same as requireCaller, but requires aal2 when the member has a second factor. */
export function requireSecondFactor(caller: Caller, message: string): void {
  if (caller.session.aal !== "aal2") throw new Refusal(403, "insufficient_aal", message)
}

const adminRoles = new Set(["service_role", "supabase_admin"])

/**
 * Admits the secret key, a legacy service key, or an owner's own session. Throws 401 or 403. Returns the
 * actor for the audit log.
 */
export async function requireAdmin(auth: Auth, c: Context): Promise<AuditActor> {
  const notAllowed = (message = "User not allowed") => new Refusal(403, "not_admin", message)
  const token = bearer(c)
  if (equal(token, auth.apiKeys.secret)) return serviceActor
  const claims = await claimsOf(auth, token)
  // A member's token always names a session, whatever its role; a token without one was signed with the
  // shared secret.
  if (claims.session_id === undefined) {
    if (adminRoles.has(claims.role ?? "")) return serviceActor
    throw notAllowed()
  }
  const { user, session } = await callerFor(auth, claims)
  if (roleOf(user) !== "owner") throw notAllowed()
  if (auth.config.operatorsNeedAal2 && session.aal !== "aal2")
    throw new Refusal(403, "insufficient_aal", "AAL2 session is required for operators")
  return { id: user.id, email: user.email }
}
