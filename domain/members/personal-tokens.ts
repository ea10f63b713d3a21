import { randomBytes } from "node:crypto"
import { type ApiScope, mostTokens } from "#content/api.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import type { Outcome, Refusal } from "#primitives/outcome.ts"
import { isRecentProof } from "./privacy.ts"
import { tokenMadeMail } from "./token-mail.ts"

/** A token as its owner sees it in the list; the token itself is shown only once. */
interface PersonalToken {
  id: string
  name: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date
  /** To the hour; null before the first use. */
  usedAt: Date | null
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const prefix = "b4m_"
const shape = /^b4m_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * Makes a token and returns it; only its hash is stored. A mail tells the owner. Errors: `reauthentication_needed` (the member was
 * not verified in the last 15 minutes), `too_many_tokens`, `not_found` (no such account).
 */
export async function makeToken(
  world: World,
  { userId, provenAt, name, scopes, days }: TokenWanted,
): Promise<
  Outcome<
    { token: string; made: PersonalToken },
    Refusal<"reauthentication_needed" | "too_many_tokens" | "not_found">
  >
> {
  const now = world.now()
  if (!isRecentProof(world, provenAt)) return { ok: false, code: "reauthentication_needed" }
  return world.db.transaction(async (db) => {
    const account = await world.accounts.find(db, userId)
    if (!account) return { ok: false, code: "not_found" }
    // Serialized, so that two calls cannot both take the last place.
    await db.sql`select pg_advisory_xact_lock(hashtextextended(${`personal_tokens ${userId}`}, 0))`
    const kept = await tokensOf(db, userId, now)
    if (kept.length >= mostTokens) return { ok: false, code: "too_many_tokens" }
    const token = newToken()
    const expiresAt = new Date(now.getTime() + days * 86_400_000)
    const [row] = (await db.sql<{ id: string }>`
      insert into private.personal_tokens (token_hash, user_id, name, scopes, created_at, expires_at)
      values (${hashToken(token)}, ${userId}, ${name}, ${[...new Set(scopes)]}, ${now}, ${expiresAt})
      returning id`) as [{ id: string }]
    if (account.email) await world.mail.queue(db, tokenMadeMail(account.email, { name, scopes, expiresAt }))
    const made = { id: row.id, name, scopes, createdAt: now, expiresAt, usedAt: null }
    return { ok: true, value: { token, made } }
  })
}

interface TokenWanted {
  userId: string
  /** When the member last entered a password, a mailed code or a second factor. */
  provenAt: Date
  name: string
  scopes: ApiScope[]
  days: number
}

/** The account's tokens that have not expired, newest first. */
export async function tokensOf(
  { sql }: Pick<Db, "sql">,
  userId: string,
  now: Date,
): Promise<PersonalToken[]> {
  return sql<PersonalToken>`
    select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"
    from private.personal_tokens where user_id = ${userId} and expires_at > ${now}
    order by created_at desc, id`
}

/** Deletes a token, whose next request is refused. False when it is not the account's. */
export async function endToken({ sql }: Pick<Db, "sql">, userId: string, id: string): Promise<boolean> {
  const gone =
    await sql`delete from private.personal_tokens where id = ${id} and user_id = ${userId} returning 1`
  return gone.length > 0
}

/** Who sends a request to the interface, and what the token allows. */
export interface TokenCaller {
  tokenId: string
  userId: string
  scopes: readonly ApiScope[]
}

/**
 * The owner of a token; null if it was deleted or has expired, or if the account is gone or banned. The account is looked up at
 * each request, so that losing it ends the token at once.
 */
export async function callerOf(world: World, token: string): Promise<TokenCaller | null> {
  if (!isToken(token)) return null
  const now = world.now()
  const [row] = await world.db.sql<TokenCaller & { usedAt: Date | null }>`
    select id as "tokenId", user_id as "userId", scopes, used_at as "usedAt"
    from private.personal_tokens where token_hash = ${hashToken(token)} and expires_at > ${now}`
  if (!row || !(await world.accounts.find(world.db, row.userId))) return null
  const { usedAt, ...caller } = row
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  if (usedAt === null || usedAt < hour)
    await world.db.sql`update private.personal_tokens set used_at = ${hour} where id = ${row.tokenId}`
  return caller
}

/** Deletes tokens that have expired. Run hourly by a deadline. */
export async function tidyTokens({ sql }: Pick<Db, "sql">, now: Date): Promise<void> {
  await sql`delete from private.personal_tokens where expires_at <= ${now}`
}

/** The account's tokens for "export my data", without the secrets; null when there are none. */
export async function exportTokens({ sql }: Pick<Db, "sql">, { id }: Account): Promise<unknown> {
  const rows = await sql`
    select name, scopes, created_at, expires_at, used_at from private.personal_tokens where user_id = ${id}
    order by created_at`
  return rows.length > 0 ? rows : null
}

/** Whether a text has the form of a token, with the right checksum: programs that search for leaked secrets rely on it. */
function isToken(text: string): boolean {
  const [, secret, check] = shape.exec(text) ?? []
  return secret !== undefined && check === checksum(secret)
}

/** "b4m_", 32 random bytes in base 62, and a checksum of them in six characters. */
function newToken(): string {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43)
  return `${prefix}${secret}${checksum(secret)}`
}

function checksum(secret: string): string {
  return inBase62(BigInt(hashToken(secret).readUInt32BE()), 6)
}

function inBase62(number: bigint, length: number): string {
  let text = ""
  for (let rest = number; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}
