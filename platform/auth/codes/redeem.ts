import type { Db } from "#ports/db.ts"
import { equal } from "#primitives/secrets.ts"
import type { Auth } from "../auth.ts"
import { codeHash, linkTokenHash, type TokenType } from "./issue.ts"

export interface RedeemedToken {
  userId: string
  type: TokenType
  /** The mailbox that was proven. */
  address: string
  flowStateId: string | null
  redirectTo: string | null
}

interface TokenRow {
  id: string
  user_id: string
  token_type: TokenType
  relates_to: string
  code_hash: Buffer
  wrong_tries: number
  expires_at: Date
  flow_state_id: string | null
  redirect_to: string | null
}

/** Number of wrong attempts after which the six digits are invalid. */
const mostWrongTries = 5

/** Consumes the token of a link. Returns null when it is unknown, used, expired or of another type. */
export async function redeemLink(
  auth: Auth,
  db: Db,
  linkToken: string,
  types: readonly TokenType[],
): Promise<RedeemedToken | null> {
  const [row] = await db.sql<TokenRow>`
    select t.id, t.user_id, t.token_type, t.relates_to, c.*
    from auth.one_time_tokens t join auth_private.one_time_codes c on c.token_id = t.id
    where t.token_hash = ${linkTokenHash(auth, linkToken)} and t.token_type = any (${types as string[]}::auth.one_time_token_type[])
    for update of t`
  if (!row || row.expires_at <= auth.now()) return null
  return use(db, row)
}

/**
 * Consumes the token whose six digits were sent to `address` of `userId`. A wrong attempt is counted, so the
 * caller must let the transaction commit; after five the digits are invalid. Returns null when they do not
 * match.
 */
export async function redeemCode(
  auth: Auth,
  db: Db,
  given: { userId: string; address: string; code: string; types: readonly TokenType[] },
): Promise<RedeemedToken | null> {
  const rows = await db.sql<TokenRow>`
    select t.id, t.user_id, t.token_type, t.relates_to, c.*
    from auth.one_time_tokens t join auth_private.one_time_codes c on c.token_id = t.id
    where t.user_id = ${given.userId} and t.relates_to = ${given.address}
      and t.token_type = any (${given.types as string[]}::auth.one_time_token_type[])
    order by t.id for update of t`
  const open = rows.filter((row) => row.wrong_tries < mostWrongTries && row.expires_at > auth.now())
  const match = open.find((row) => equal(row.code_hash, codeHash(auth, row.id, given.code)))
  if (match) return use(db, match)
  for (const row of open)
    await db.sql`
      update auth_private.one_time_codes set wrong_tries = wrong_tries + 1 where token_id = ${row.id}`
  return null
}

async function use(db: Db, row: TokenRow): Promise<RedeemedToken> {
  await db.sql`delete from auth.one_time_tokens where id = ${row.id}`
  return {
    userId: row.user_id,
    type: row.token_type,
    address: row.relates_to,
    flowStateId: row.flow_state_id,
    redirectTo: row.redirect_to,
  }
}
