import {
  accountOf,
  endCookieSession,
  findCookieSession,
  openCookieSession,
  type VerifiedToken,
} from "#domain/cookie-session.ts"
import type { World } from "#domain/world.ts"
import { isRole, type Operator } from "./roles.ts"

/** A console session ends after this many hours, used or not. */
const hours = 12

/** `required`: no session without a second factor, as in production. */
type SecondFactor = "required" | "optional"

/**
 * `stranger`: not an operator, or no open session of the account. An operator lacks a second factor (`factor_missing`),
 * or has one that was not entered at this sign-in (`factor_not_entered`).
 */
type Opened =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; code: "stranger" | "factor_missing" | "factor_not_entered" }

/** Opens a console session and returns the token of its cookie. */
export async function openConsole(
  world: World,
  token: VerifiedToken,
  secondFactor: SecondFactor,
): Promise<Opened> {
  const account = await accountOf(world, token)
  if (!account || !isRole(account.role) || account.role !== token.role) return { ok: false, code: "stranger" }
  if (!token.secondFactor && account.secured) return { ok: false, code: "factor_not_entered" }
  if (!token.secondFactor && secondFactor === "required") return { ok: false, code: "factor_missing" }
  const { secret, expiresAt } = await openCookieSession(world, token, { scope: "console", hours })
  return { ok: true, token: secret, expiresAt }
}

/** `ended`: a genuine token whose session is over. `unknown`: any other token. */
type FoundOperator = { state: "open"; operator: Operator } | { state: "ended" } | { state: "unknown" }

/**
 * The operator of a console token. The role is looked up each time, like the account, its session and its second
 * factor, so that losing any of them ends the console session immediately.
 */
export async function findOperator(
  world: World,
  token: string,
  secondFactor: SecondFactor,
): Promise<FoundOperator> {
  const found = await findCookieSession(world, token, "console")
  if (found.state === "unknown") return found
  const { account } = found
  if (!account) return { state: "ended" }
  if (!isRole(account.role)) return { state: "unknown" }
  if (found.state === "ended" || (!found.secondFactor && secondFactor === "required"))
    return { state: "ended" }
  const { id, provenAt } = found
  const name = account.email ?? account.id
  return {
    state: "open",
    operator: { id: account.id, name, role: account.role, sessionId: id, provenAt },
  }
}

/** Ends the console session; the account stays signed in. */
export async function endConsole(world: World, { sessionId }: Operator): Promise<void> {
  if (sessionId !== null) await endCookieSession(world, sessionId)
}

/** The ids of an account's auth sessions that have an open console session, each with the time at which that ends. */
export async function consolesOf(world: World, userId: string): Promise<Map<string, Date>> {
  const rows = await world.db.sql<{ auth_session_id: string; expires_at: Date }>`
    select auth_session_id, expires_at from private.cookie_sessions
    where user_id = ${userId} and scope = 'console' and ended_at is null and expires_at > ${world.now()}
  `
  return new Map(rows.map((row) => [row.auth_session_id, row.expires_at]))
}
