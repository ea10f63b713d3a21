import { randomInt } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"

/** Number of codes in a set. */
export const recoveryCodeCount = 10
const length = 16
/** Letters and digits that are hard to confuse on paper; 16 of them make 78 bits. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz"

/** Normalizes a typed code: case, spaces and hyphens do not matter. */
const canonicalCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, "")

const hashCode = (auth: Auth, factorId: string, code: string): Buffer =>
  auth.secrets.digest("recovery-code", factorId, code)

/** Replaces the set of a factor. The codes are returned once; only digests are stored. */
export async function replaceRecoveryCodes(auth: Auth, db: Db, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  )
  await db.sql`delete from auth_private.recovery_codes where factor_id = ${factorId}`
  for (const code of codes)
    await db.sql`
      insert into auth_private.recovery_codes (factor_id, code_hash)
      values (${factorId}, ${hashCode(auth, factorId, code)})`
  return codes
}

/** Consumes a code. Returns false when it is not in the set or was already used. */
export async function spendRecoveryCode(
  auth: Auth,
  db: Db,
  factorId: string,
  typed: string,
): Promise<boolean> {
  const used = await db.sql`
    update auth_private.recovery_codes set used_at = ${auth.now()}
    where factor_id = ${factorId} and code_hash = ${hashCode(auth, factorId, canonicalCode(typed))} and used_at is null
    returning 1`
  return used.length > 0
}

export async function countRecoveryCodes(
  db: Db,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const [row] = (await db.sql`
    select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
    from auth_private.recovery_codes where factor_id = ${factorId}`) as [{ total: number; remaining: number }]
  return row
}
