import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { sendNotice } from "../mails/notices.ts"
import type { UserRow } from "../users/row.ts"
import type { StoredFactor } from "./find.ts"

/** The name of a factor in mails. */
export const factorName = ({ factor_type: type, friendly_name: name }: StoredFactor): string =>
  `${type === "webauthn" ? "a security key" : "an authenticator app"}${name ? ` ("${name}")` : ""}`

/**
 * Removes a factor. Sessions that used it fall back to aal1, and with the last real factor all but those that a passkey
 * opened. That also removes the recovery codes, which replace a factor and cannot be the only one; if only the codes
 * are removed, a session that was raised by one of them stays at aal2, because its owner may have no other factor at
 * hand. The owner is notified by mail, unless the factor never took effect.
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
  const last = others.length === 0
  if (last)
    await db.sql`
      delete from auth.mfa_factors where user_id = ${factor.user_id} and factor_type = 'recovery_code'`
  await db.sql`
    with fallen as (
      update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = ${auth.now()}
      where user_id = ${factor.user_id} and (factor_id = ${factor.id} or ${last}) and not exists (
        select from auth.webauthn_credentials passkey where passkey.id = s.factor_id)
      returning id)
    delete from auth.mfa_amr_claims a using fallen
    where a.session_id = fallen.id and a.authentication_method like any ('{totp,mfa/%}')`
}
