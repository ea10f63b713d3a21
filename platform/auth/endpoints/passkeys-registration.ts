import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../http/body.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { requireRecentSignIn } from "../http/recent.ts"
import { sendNotice } from "../mails/notices.ts"
import { Refusal, refuseDuplicate } from "../refusal.ts"
import {
  checkRegistration,
  creationOptions,
  registrationResponse,
  verificationFailed,
} from "../webauthn/ceremony.ts"
import { keepChallenge, spendChallenge } from "../webauthn/challenges.ts"
import { listPasskeys, passkeyName } from "../webauthn/passkeys.ts"

/** POST /passkeys/registration/options: what the browser needs to create a passkey. Requires a recent sign-in. */
export const passkeysRegistrationOptions = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  await requireRecentSignIn(auth, caller)
  const { user } = caller
  const existing = await listPasskeys(auth.db, user.id)
  if (existing.length >= auth.config.maxFactors)
    throw new Refusal(422, "too_many_passkeys", "Maximum number of passkeys reached, remove one to continue")
  const options = await creationOptions(auth, user, {
    existing: existing.map(({ credentialId }) => credentialId),
    verification: "required",
    discoverable: true,
  })
  const kept = await auth.db.transaction(async (db) => {
    // Only one registration of an account is open at a time, so repeated requests cannot fill the table.
    await db.sql`delete from auth.webauthn_challenges where user_id = ${user.id}`
    return keepChallenge(auth, db, { type: "registration", userId: user.id, challenge: options.challenge })
  })
  return c.json({ ...kept, options })
}

/** POST /passkeys/registration/verify: stores the passkey that the browser created. */
export const passkeysRegistrationVerify = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  const body = await readBody(c, z.object({ challenge_id: text, credential: registrationResponse }))
  await requireRecentSignIn(auth, caller)
  const { user } = caller
  const challenge = await spendChallenge(auth, {
    id: body.challenge_id,
    type: "registration",
    userId: user.id,
  })
  const made = await checkRegistration(auth, body.credential, { challenge, verification: "required" })
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } = made
  const id = randomUUID()
  const now = auth.now()
  await auth.db
    .transaction(async (db) => {
      await db.sql`
        insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid,
          sign_count, transports, backup_eligible, backed_up, created_at, updated_at)
        values (${id}, ${user.id}, ${Buffer.from(credential.id, "base64url")}, ${Buffer.from(credential.publicKey)},
          ${fmt}, ${aaguid}, ${credential.counter}, ${db.sql.json(body.credential.response.transports)},
          ${credentialDeviceType === "multiDevice"}, ${credentialBackedUp}, ${now}, ${now})`
      await audit(auth, db, "passkey_created", user, clientOf(auth, c).ip, { passkey_id: id })
      await sendNotice(auth, db, "passkey_added", user, passkeyName({ friendly_name: "" }))
    })
    // The key belongs to another account, or is already registered here.
    .catch(refuseDuplicate(verificationFailed))
  return c.json({ id, created_at: now.toISOString() })
}
