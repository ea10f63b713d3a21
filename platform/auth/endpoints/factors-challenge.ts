import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { lockFactor } from "../factors/find.ts"
import { webauthnOptions } from "../factors/webauthn.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { Refusal } from "../refusal.ts"

/** Lifetime of a challenge; GoTrue's default of five minutes. */
export const challengeLifetimeMs = 300_000

/** POST /factors/:id/challenge. */
export const factorsChallenge = (auth: Auth) => async (c: Context) => {
  const { user } = await requireCaller(auth, c)
  const client = clientOf(auth, c)
  const id = randomUUID()
  const now = auth.now()
  const webauthn = await auth.db.transaction(async (db) => {
    const factor = await lockFactor(db, user.id, c.req.param("factorId") ?? "")
    const isKey = factor.factor_type === "webauthn"
    if (factor.factor_type !== "totp" && !isKey)
      throw new Refusal(422, "validation_failed", "This factor is verified without a challenge")
    // Only the latest challenges are kept, so repeated requests cannot fill the table.
    await db.sql`
      delete from auth.mfa_challenges where factor_id = ${factor.id} and id not in (
        select id from auth.mfa_challenges where factor_id = ${factor.id} order by created_at desc limit 9)`
    const options = isKey ? await webauthnOptions(auth, db, user, factor) : null
    const sessionData = options && db.sql.json({ challenge: options.publicKey.challenge })
    await db.sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
      values (${id}, ${factor.id}, ${now}, ${client.ip ?? "0.0.0.0"}, ${sessionData})`
    await audit(auth, db, "challenge_created", user, client.ip, { factor_id: factor.id })
    return options && { type: options.type, credential_options: { publicKey: options.publicKey } }
  })
  const expires = { expires_at: Math.floor((now.getTime() + challengeLifetimeMs) / 1000) }
  return c.json(webauthn ? { id, type: "webauthn", ...expires, webauthn } : { id, type: "totp", ...expires })
}
