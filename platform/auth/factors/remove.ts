import type { Db } from "#domain/world.ts"
import type { Auth } from "../auth.ts"
import { sendNotice } from "../mails/notices.ts"
import type { UserRow } from "../users/row.ts"
import type { StoredFactor } from "./find.ts"

/** A factor as a mail names it. */
export const factorName = ({ factor_type: type, friendly_name: name }: StoredFactor): string =>
  `${type === "webauthn" ? "a security key" : "an authenticator app"}${name ? ` ("${name}")` : ""}`

/**
 * Removes a factor. Sessions that used it fall back to aal1. Removing the last real factor also removes the
 * recovery codes, which replace a factor and cannot be the only one. The owner is told by mail, unless the factor never
 * took effect.
 */
export async function removeFactor(
  auth: Auth,
  db: Db,
  user: Pick<UserRow, "email" | "email_confirmed_at">,
  factor: StoredFactor,
): Promise<void> {
  await db.sql`delete from auth.mfa_factors where id = ${factor.id}`
  if (factor.status !== "verified") return
  if (factor.factor_type === "recovery_code") return sendNotice(auth, db, "recovery_codes_removed", user)
  await sendNotice(auth, db, "factor_removed", user, factorName(factor))
  const others = await db.sql`
    select 1 from auth.mfa_factors
    where user_id = ${factor.user_id} and status = 'verified' and factor_type <> 'recovery_code'`
  if (others.length === 0)
    await db.sql`
      delete from auth.mfa_factors where user_id = ${factor.user_id} and factor_type = 'recovery_code'`
  await db.sql`
    delete from auth.mfa_amr_claims a using auth.sessions s
    where a.session_id = s.id and s.user_id = ${factor.user_id}
      and (s.factor_id = ${factor.id} or ${others.length === 0}) and a.authentication_method like any ('{totp,mfa/%}')`
  await db.sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${auth.now()}
    where user_id = ${factor.user_id} and (factor_id = ${factor.id} or ${others.length === 0})`
}
