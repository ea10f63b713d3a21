import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { type CodeChallenge, keepChallenge } from "../flow-state.ts"
import type { Client } from "../http/client.ts"
import { countMail } from "../limits/mails.ts"
import { verificationUrl } from "../mails/link.ts"
import { sendNotice } from "../mails/notices.ts"
import { sendMail } from "../mails/send.ts"
import { Refusal, refuseDuplicate } from "../refusal.ts"
import { confirmEmail } from "../users/confirm.ts"
import { addIdentity, emailIdentityData } from "../users/identities.ts"
import { findUserByEmail, type UserRow } from "../users/row.ts"
import { issueToken } from "./issue.ts"
import type { RedeemedToken } from "./redeem.ts"

export const emailTaken = () =>
  new Refusal(422, "email_exists", "A user with this email address has already been registered")

interface ChangeRequest {
  newEmail: string
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * Stores the requested address and mails both mailboxes. If the address already belongs to an account, its
 * owner gets no mail and the change can never be confirmed; the requester cannot tell the difference.
 */
export async function requestEmailChange(
  auth: Auth,
  db: Db,
  user: UserRow,
  request: ChangeRequest,
): Promise<void> {
  const { newEmail, redirectTo } = request
  const taken = (await findUserByEmail(db, newEmail)) !== null
  const now = auth.now()
  await db.sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = ${now}, email_change_confirm_status = 0,
      updated_at = ${now}
    where id = ${user.id}`
  await db.sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_current', 'email_change_token_new')`
  const flowStateId = request.challenge
    ? await keepChallenge(auth, db, request.challenge, {
        userId: user.id,
        provider: "email",
        authenticationMethod: "email_change",
      })
    : null
  const common = { userId: user.id, flowStateId, redirectTo }

  await countMail(auth, db, newEmail)
  const forNew = await issueToken(auth, db, { ...common, type: "email_change_token_new", address: newEmail })
  if (!taken)
    await sendMail(auth, db, "email_change_new", newEmail, {
      url: verificationUrl(auth, forNew.linkToken, "email_change", redirectTo),
      code: forNew.code,
      newEmail,
      ...(user.email ? { currentEmail: user.email } : {}),
    })
  if (!auth.config.secureEmailChange || !user.email) return
  await countMail(auth, db, user.email)
  const forCurrent = await issueToken(auth, db, {
    ...common,
    type: "email_change_token_current",
    address: user.email,
  })
  await sendMail(auth, db, "email_change_current", user.email, {
    url: verificationUrl(auth, forCurrent.linkToken, "email_change", redirectTo),
    code: forCurrent.code,
    newEmail,
  })
}

/**
 * Records the confirmation of one mailbox. Returns true when the address was changed, false when the other
 * mailbox still has to confirm.
 */
export async function acceptEmailChange(
  auth: Auth,
  db: Db,
  user: UserRow,
  redeemed: RedeemedToken,
  client: Client,
): Promise<boolean> {
  const meant = redeemed.type === "email_change_token_new" ? user.email_change : user.email
  if (!user.email_change || redeemed.address !== meant)
    throw new Refusal(403, "otp_expired", "Email link is invalid or has expired")
  const needsBoth = auth.config.secureEmailChange && Boolean(user.email)
  const [confirmed] = (await db.sql`
    update auth.users set email_change_confirm_status = least(email_change_confirm_status + 1, 2)
    where id = ${user.id} returning email_change_confirm_status`) as [{ email_change_confirm_status: number }]
  if (needsBoth && confirmed.email_change_confirm_status < 2) return false
  await changeEmail(auth, db, user, user.email_change)
  await audit(auth, db, "user_modified", user, client.ip, { changed: "email" })
  await sendNotice(auth, db, "address_changed", user, user.email_change)
  // Only the mailbox of the new address proves it; when one confirmation is enough, it comes from the new
  // one.
  await confirmEmail(
    auth,
    db,
    { id: user.id, email: user.email_change },
    { proven: needsBoth || redeemed.type === "email_change_token_new" },
  )
  return true
}

/** Replaces the address. Throws email_exists when another account has taken it in the meantime. */
export async function changeEmail(
  auth: Auth,
  db: Db,
  user: Pick<UserRow, "id" | "email_confirmed_at">,
  email: string,
): Promise<void> {
  const now = auth.now()
  await db
    .transaction(async (tx) => {
      await tx.sql`
        update auth.users set email = ${email}, email_confirmed_at = ${now}, email_change = '',
          email_change_confirm_status = 0, updated_at = ${now}
        where id = ${user.id}`
    })
    .catch(refuseDuplicate(emailTaken))
  const updated = await db.sql`
    update auth.identities set identity_data = identity_data || ${db.sql.json({ email })}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email' returning 1`
  if (updated.length === 0)
    await addIdentity(auth, db, {
      userId: user.id,
      provider: "email",
      providerId: user.id,
      data: emailIdentityData(user.id, email, {}, user.email_confirmed_at !== null),
    })
  await db.sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type <> 'reauthentication_token'`
}
