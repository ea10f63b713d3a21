import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { randomCode, randomLinkToken } from "../crypto/random.ts"

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"

interface IssuedToken {
  /** Part of the link. Begins with "pkce_" when the requesting browser has to finish the sign-in. */
  linkToken: string
  /** Six digits to type in. */
  code: string
}

interface TokenRequest {
  userId: string
  type: TokenType
  /** The address the token is mailed to. */
  address: string
  /** The PKCE flow that the link continues. */
  flowStateId?: string | null
  redirectTo?: string
}

export const linkTokenHash = (auth: Auth, linkToken: string): string =>
  auth.secrets.digest("link-token", linkToken).toString("hex")

export const codeHash = (auth: Auth, tokenId: string, code: string): Buffer =>
  auth.secrets.digest("mail-code", tokenId, code)

/**
 * Creates the only valid token of its type for an account and invalidates the previous one. Stores digests
 * only.
 */
export async function issueToken(auth: Auth, db: Db, request: TokenRequest): Promise<IssuedToken> {
  const id = randomUUID()
  const now = auth.now()
  const linkToken = `${request.flowStateId ? "pkce_" : ""}${randomLinkToken()}`
  const code = randomCode()
  await db.sql`
    delete from auth.one_time_tokens where user_id = ${request.userId} and token_type = ${request.type}`
  await db.sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${id}, ${request.userId}, ${request.type}, ${linkTokenHash(auth, linkToken)}, ${request.address},
      ${now}::timestamptz at time zone 'utc', ${now}::timestamptz at time zone 'utc')`
  await db.sql`
    insert into auth_private.one_time_codes (token_id, code_hash, expires_at, flow_state_id, redirect_to)
    values (${id}, ${codeHash(auth, id, code)}, ${new Date(now.getTime() + auth.config.otpLifetimeS * 1000)},
      ${request.flowStateId ?? null}, ${request.redirectTo ?? null})`
  return { linkToken, code }
}
