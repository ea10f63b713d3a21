import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { settleContested } from "./contested.ts"
import { addIdentity, emailIdentityData } from "./identities.ts"
import { grantOperator } from "./operator.ts"
import type { UserRow } from "./row.ts"

/**
 * Confirms the address: the account and its identity are marked as confirmed, and an operator's address gets
 * the role. With `proven` false (confirmation is switched off) the role is not granted, because anybody can
 * type an operator's address. A contested password is removed. `withIdentity` is false where a provider verified the mailbox.
 */
export async function confirmEmail(
  auth: Auth,
  db: Db,
  user: Pick<UserRow, "id" | "email">,
  { proven, withIdentity = true }: { proven: boolean; withIdentity?: boolean },
): Promise<void> {
  const { id, email } = user
  if (!email) return
  const now = auth.now()
  if (proven) await settleContested(auth, db, id)
  await db.sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, ${now}), confirmation_token = '',
      is_anonymous = false, updated_at = ${now}
    where id = ${id}`
  const updated = await db.sql`
    update auth.identities set updated_at = ${now},
      identity_data = identity_data || ${db.sql.json({ email, email_verified: true })}
    where user_id = ${id} and provider = 'email' returning 1`
  if (withIdentity && updated.length === 0)
    await addIdentity(auth, db, {
      userId: id,
      provider: "email",
      providerId: id,
      data: emailIdentityData(id, email, {}, true),
    })
  if (proven && auth.config.operatorEmails.some((operator) => operator.toLowerCase() === email))
    await grantOperator(db, id, { role: "owner", now })
}
