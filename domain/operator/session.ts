import { randomBytes } from "node:crypto"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { isRole, type Operator } from "./roles.ts"

/** A console session ends after this many hours, used or not. */
const lifetimeHours = 12

/**
 * A session that has ended is remembered for this long, so that its browser shows an explanation instead of a missing
 * page.
 */
const rememberedDays = 30

/** A verified access token of the account, reduced to what the console needs. */
export interface VerifiedToken {
  userId: string
  authSessionId: string
  /** The role in the token; the account must have the same role. */
  role: unknown
  secondFactor: boolean
  /**
   * When a second factor was entered, or for an account without one the password; null if the token does not contain
   * it.
   */
  provenAt: Date | null
}

/** `required`: no session without a second factor, as in production. */
type SecondFactor = "required" | "optional"

/**
 * `stranger`: not an operator, or no open session of the account. An operator lacks a second factor (`factor_missing`),
 * or has one that was not entered at this sign-in (`factor_not_entered`).
 */
type Opened =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; code: "stranger" | "factor_missing" | "factor_not_entered" }

/** Opens a console session and returns its token, of which only the hash is stored. */
export async function openConsole(
  world: World,
  token: VerifiedToken,
  secondFactor: SecondFactor,
): Promise<Opened> {
  const { db } = world
  const account = await world.accounts.find(db, token.userId)
  const stranger = { ok: false, code: "stranger" } as const
  if (!account || !isRole(account.role) || account.role !== token.role) return stranger
  const sessions = await world.accounts.sessions(db, token.userId)
  if (!sessions.some(({ id }) => id === token.authSessionId)) return stranger
  if (!token.secondFactor && account.secured) return { ok: false, code: "factor_not_entered" }
  if (!token.secondFactor && secondFactor === "required") return { ok: false, code: "factor_missing" }
  const now = world.now()
  const expiresAt = new Date(now.getTime() + lifetimeHours * 3_600_000)
  const secret = randomBytes(32).toString("base64url")
  // A session of the same browser is replaced, so that each device has one.
  await db.transaction(async (inside) => {
    await inside.sql`
      update private.operator_sessions set ended_at = ${now}
      where auth_session_id = ${token.authSessionId} and ended_at is null
    `
    await inside.sql`
      insert into private.operator_sessions (
        token_hash, user_id, auth_session_id, second_factor, proven_at, opened_at, used_at, expires_at
      )
      values (
        ${hashToken(secret)}, ${token.userId}, ${token.authSessionId}, ${token.secondFactor},
        ${token.provenAt ?? new Date(0)}, ${now}, ${now}, ${expiresAt}
      )
    `
  })
  return { ok: true, token: secret, expiresAt }
}

/** `ended`: a genuine token whose session is over. `unknown`: any other token. */
type FoundOperator = { state: "open"; operator: Operator } | { state: "ended" } | { state: "unknown" }

/**
 * The operator of a console token. The account, its role, its session and its second factor are looked up each time, so
 * that losing any of them ends console access at once.
 */
export async function findOperator(
  world: World,
  token: string,
  secondFactor: SecondFactor,
): Promise<FoundOperator> {
  const { db } = world
  const now = world.now()
  const [row] = await db.sql<SessionRow>`
    select id, user_id, auth_session_id, second_factor, proven_at, used_at, expires_at, ended_at
    from private.operator_sessions where token_hash = ${hashToken(token)}
  `
  if (!row) return { state: "unknown" }
  if (row.ended_at || row.expires_at <= now) return { state: "ended" }
  const account = await world.accounts.find(db, row.user_id)
  if (!account || !isRole(account.role)) return { state: "unknown" }
  if (!row.second_factor && (account.secured || secondFactor === "required")) return { state: "ended" }
  const sessions = await world.accounts.sessions(db, row.user_id)
  if (!sessions.some(({ id }) => id === row.auth_session_id)) return { state: "ended" }
  if (now.getTime() - row.used_at.getTime() > 60_000)
    await db.sql`update private.operator_sessions set used_at = ${now} where id = ${row.id}`
  const operator: Operator = {
    id: row.user_id,
    name: account.email ?? row.user_id,
    role: account.role,
    sessionId: row.id,
    provenAt: row.proven_at,
  }
  return { state: "open", operator }
}

/** Ends the console session; the account stays signed in. */
export async function endConsole(world: World, { sessionId }: Operator): Promise<void> {
  await world.db.sql`
    update private.operator_sessions set ended_at = ${world.now()} where id = ${sessionId} and ended_at is null
  `
}

/** The sessions of an account that have an open console session, with its end. */
export async function consolesOf(world: World, userId: string): Promise<Map<string, Date>> {
  const rows = await world.db.sql<{ auth_session_id: string; expires_at: Date }>`
    select auth_session_id, expires_at from private.operator_sessions
    where user_id = ${userId} and ended_at is null and expires_at > ${world.now()}
  `
  return new Map(rows.map((row) => [row.auth_session_id, row.expires_at]))
}

/** Forgets sessions that ended long ago. Run hourly by a deadline. */
export async function deleteEndedConsoles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rememberedDays * 86_400_000)
  await db.sql`delete from private.operator_sessions where least(expires_at, coalesce(ended_at, expires_at)) < ${before}`
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
