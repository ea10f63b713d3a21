import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { findUser, isBanned } from "../users/row.ts"
import {
  authenticationResponse,
  checkAuthentication,
  requestOptions,
  verificationFailed,
} from "../webauthn/ceremony.ts"
import { keepChallenge, spendChallenge } from "../webauthn/challenges.ts"
import { lockPasskeyByCredential } from "../webauthn/passkeys.ts"

/** POST /passkeys/authentication/options: a challenge for any passkey of the visitor. */
export const passkeysAuthenticationOptions = (auth: Auth) => async (c: Context) => {
  await limitRequests(auth, "challenge", clientOf(auth, c))
  const options = await requestOptions(auth, { allowed: [], verification: "required" })
  const given = { type: "authentication", userId: null, challenge: options.challenge } as const
  return c.json({ ...(await keepChallenge(auth, auth.db, given)), options })
}

/**
 * POST /passkeys/authentication/verify: opens a session at aal2, because a passkey is something the member has that
 * was unlocked by something they know or are.
 */
export const passkeysAuthenticationVerify = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  const body = await readBody(c, z.object({ challenge_id: text, credential: authenticationResponse }))
  const client = clientOf(auth, c)
  await limitRequests(auth, "verification", client)
  const challenge = await spendChallenge(auth, {
    id: body.challenge_id,
    type: "authentication",
    userId: null,
  })
  const session = await auth.db.transaction(async (db) => {
    const passkey = await lockPasskeyByCredential(db, body.credential.id)
    if (!passkey) throw verificationFailed()
    const { newCounter, credentialBackedUp } = await checkAuthentication(auth, body.credential, {
      challenge,
      verification: "required",
      key: passkey,
      userId: passkey.user_id,
    })
    const user = await findUser(db, passkey.user_id)
    if (!user) throw verificationFailed()
    const now = auth.now()
    if (isBanned(user, now)) throw new Refusal(403, "user_banned", "User is banned")
    await db.sql`
      update auth.webauthn_credentials set sign_count = ${newCounter}, backed_up = ${credentialBackedUp},
        last_used_at = ${now}, updated_at = ${now}
      where id = ${passkey.id}`
    return openSession(auth, db, user, "mfa/webauthn", client, { passkeyId: passkey.id })
  })
  return c.json(session)
}
