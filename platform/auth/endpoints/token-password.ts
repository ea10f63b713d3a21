import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { isKnownNetwork, reserveSignIn } from "../limits/sign-in.ts"
import { invalid, Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { normalizeEmail } from "../users/email.ts"
import { findUserByEmail, findUserByPhone, isBanned, type UserRow } from "../users/row.ts"

const shape = z.object({ email: text, phone: text, password: text })

/**
 * Opens a session for an address or number and its password. Every wrong combination gets the same response
 * after the same amount of work; problems with the account are revealed only with the correct password.
 */
export async function tokenByPassword(auth: Auth, c: Context): Promise<Response> {
  const { email, phone, password } = await readBody(c, shape)
  const client = clientOf(auth, c)
  if (email && phone) throw invalid("Only an email address or phone number should be provided on login.")
  if (!email && !phone) throw invalid("missing email or phone")
  if (email && !auth.config.emailSignIn)
    throw new Refusal(422, "email_provider_disabled", "Email logins are disabled")
  if (phone && !auth.config.phoneSignIn)
    throw new Refusal(422, "phone_provider_disabled", "Phone logins are disabled")

  const account = email ? normalizeEmail(email) : `+${phone.trim().replace(/^\+/, "").replaceAll(" ", "")}`
  const user = await (email ? findUserByEmail(auth.db, account) : findUserByPhone(auth.db, account.slice(1)))
  const knownHere = user !== null && (await isKnownNetwork(auth, user.id, client))
  const attempt = await reserveSignIn(auth, account, client, knownHere)
  const correct = await auth.hasher.verify(password, user?.encrypted_password)
  if (!user || !correct) throw new Refusal(400, "invalid_credentials", "Invalid login credentials")

  const refusal = mayNotSignIn(auth, user, email !== "")
  const session = await auth.db.transaction(async (db) => {
    await attempt.succeeded(db)
    return refusal ?? openSession(auth, db, user, "password", client)
  })
  if (session instanceof Refusal) throw session
  return c.json(session)
}

function mayNotSignIn(auth: Auth, user: UserRow, byEmail: boolean): Refusal | null {
  if (isBanned(user, auth.now())) return new Refusal(400, "user_banned", "User is banned")
  if (byEmail && !user.email_confirmed_at)
    return new Refusal(400, "email_not_confirmed", "Email not confirmed")
  if (!byEmail && !user.phone_confirmed_at)
    return new Refusal(400, "phone_not_confirmed", "Phone not confirmed")
  return null
}
