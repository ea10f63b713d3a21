import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { Refusal } from "../refusal.ts"
import { confirmEmail } from "../users/confirm.ts"
import { forgetPassword } from "../users/contested.ts"
import { findUser, isBanned, needUser, type UserRow } from "../users/row.ts"
import { acceptEmailChange } from "./email-change.ts"
import type { RedeemedToken } from "./redeem.ts"

type Completed = { done: true; user: UserRow } | { done: false; message: string }

/**
 * Performs what a redeemed link or code confirms. `done` is false while the other mailbox still has to
 * confirm. Throws when the account may not sign in; the rollback then restores the token.
 */
export async function complete(
  auth: Auth,
  db: Db,
  redeemed: RedeemedToken,
  client: Client,
): Promise<Completed> {
  const user = await findUser(db, redeemed.userId)
  if (!user) throw new Refusal(403, "user_not_found", "User not found")
  if (isBanned(user, auth.now())) throw new Refusal(403, "user_banned", "User is banned")

  if (redeemed.type === "email_change_token_current" || redeemed.type === "email_change_token_new") {
    const changed = await acceptEmailChange(auth, db, user, redeemed, client)
    if (!changed)
      return {
        done: false,
        message: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      }
  } else {
    if (!user.email_confirmed_at) {
      // Nobody had proven this address, so a stranger may have chosen the password and waited for the owner of the
      // mailbox to confirm. The owner, now verified, chooses a new one.
      if (redeemed.type === "recovery_token" && user.encrypted_password)
        await forgetPassword(auth, db, user.id)
      await audit(auth, db, "user_signedup", user, client.ip, { provider: "email" })
    }
    await confirmEmail(auth, db, user, { proven: true })
  }
  return { done: true, user: await needUser(db, user.id) }
}
