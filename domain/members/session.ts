import {
  accountOf,
  endCookieSession,
  findCookieSession,
  openCookieSession,
  type VerifiedToken,
} from "#domain/cookie-session.ts"
import type { World } from "#domain/world.ts"

/** A member's session ends after this many hours, used or not; the browser then opens another one with its token. */
const hours = 30 * 24

/** The member who requests a page of their own account. */
export interface SignedIn {
  userId: string
  email: string | null
  /** As given at sign-up. */
  fullName: string | null
  /** Of the cookie, not of the account. */
  sessionId: string
}

/** `stranger`: no open session of the account. `factor_not_entered`: its second factor was not entered at this sign-in. */
type Opened =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; code: "stranger" | "factor_not_entered" }

/** Opens a member's session and returns the token of its cookie. */
export async function openAccount(world: World, token: VerifiedToken): Promise<Opened> {
  const account = await accountOf(world, token)
  if (!account) return { ok: false, code: "stranger" }
  if (account.secured && !token.secondFactor) return { ok: false, code: "factor_not_entered" }
  const { secret, expiresAt } = await openCookieSession(world, token, { scope: "account", hours })
  return { ok: true, token: secret, expiresAt }
}

/** The member whom this token signs in; null if there is none, or if the session has ended. */
export async function findSignedIn(world: World, token: string): Promise<SignedIn | null> {
  const found = await findCookieSession(world, token, "account")
  if (found.state !== "open") return null
  const { id: userId, email, fullName } = found.account
  return { userId, email, fullName, sessionId: found.id }
}

/** Ends the member's session with the pages; the account stays signed in. */
export async function endAccount(world: World, { sessionId }: SignedIn): Promise<void> {
  await endCookieSession(world, sessionId)
}
