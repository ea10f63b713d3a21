import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { issueToken } from "../codes/issue.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { countMail } from "../limits/mails.ts"
import { sendMail } from "../mails/send.ts"
import { Refusal } from "../refusal.ts"

/**
 * GET /reauthenticate: mails the code (nonce) required to change a password when the sign-in is not recent.
 */
export const reauthenticate = (auth: Auth) => async (c: Context) => {
  const { user } = await requireCaller(auth, c)
  const { email } = user
  if (!email)
    throw new Refusal(
      422,
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
    )
  if (!user.email_confirmed_at)
    throw new Refusal(422, "email_not_confirmed", "Please verify your email first.")
  await auth.db.transaction(async (db) => {
    await countMail(auth, db, email)
    const { code } = await issueToken(auth, db, {
      userId: user.id,
      type: "reauthentication_token",
      address: email,
    })
    await db.sql`
      update auth.users set reauthentication_sent_at = ${auth.now()}, updated_at = ${auth.now()} where id = ${user.id}`
    await audit(auth, db, "user_reauthenticate_requested", user, clientOf(auth, c).ip)
    await sendMail(auth, db, "reauthentication", email, { code })
  })
  return c.json({})
}
