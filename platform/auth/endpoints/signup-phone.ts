import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { Refusal, refuseDuplicate } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { createUser } from "../users/create.ts"
import { addIdentity } from "../users/identities.ts"
import { parsePhone } from "../users/phone.ts"

/**
 * Accepts a number without proof where that is configured; proving one would require text messages, which are
 * not sent.
 */
export async function signUpByPhone(
  auth: Auth,
  c: Context,
  given: { phone: string; password: string; data: Record<string, unknown> | undefined },
  client: Client,
): Promise<Response> {
  if (!auth.config.phoneSignIn)
    throw new Refusal(422, "phone_provider_disabled", "Phone signups are disabled")
  const phone = parsePhone(given.phone)
  auth.passwordRules.check(given.password)
  if (!auth.config.phoneAutoconfirm)
    throw new Refusal(
      422,
      "sms_send_failed",
      "Error sending confirmation OTP to provider: none is configured",
    )
  await limitRequests(auth, "sign-up", client)
  const passwordHash = await auth.hasher.hash(given.password)
  const session = await auth.db
    .transaction(async (db) => {
      const userMetadata = given.data ?? {}
      const id = await createUser(auth, db, { phone, passwordHash, userMetadata, provider: "phone" })
      await addIdentity(auth, db, {
        userId: id,
        provider: "phone",
        providerId: id,
        data: { ...userMetadata, sub: id, phone, phone_verified: false },
      })
      await db.sql`update auth.users set phone_confirmed_at = ${auth.now()} where id = ${id}`
      await audit(auth, db, "user_signedup", { id, email: null, phone }, client.ip, { provider: "phone" })
      return openSession(auth, db, { id, email: null, phone }, "password", client)
    })
    .catch(refuseDuplicate(() => new Refusal(422, "user_already_exists", "User already registered")))
  return c.json(session)
}
