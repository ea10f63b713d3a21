import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { factorNotFound, lockFactor, type StoredFactor } from "../factors/find.ts"
import { raiseSession } from "../factors/raise.ts"
import { factorName } from "../factors/remove.ts"
import { spendTotpCode } from "../factors/totp.ts"
import { checkWebauthnFactor, webauthnFields } from "../factors/webauthn.ts"
import { readBody, text } from "../http/body.ts"
import { type Caller, requireCaller } from "../http/caller.ts"
import { type Client, clientOf } from "../http/client.ts"
import { reserveFactorTry } from "../limits/factors.ts"
import { sendNotice } from "../mails/notices.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { SessionBody } from "../sessions/body.ts"
import { challengeLifetimeMs } from "./factors-challenge.ts"

const shape = z.object({ challenge_id: text, code: text, webauthn: webauthnFields })

/**
 * POST /factors/:id/verify: a correct code or key raises the session to aal2; the first one completes the
 * enrollment.
 */
export const factorsVerify = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  const caller = await requireCaller(auth, c)
  const body = await readBody(c, shape)
  const factorId = c.req.param("factorId") ?? ""
  const factor = await auth.db.transaction((db) => lockFactor(db, caller.user.id, factorId))
  const request = { caller, factor, client: clientOf(auth, c), challengeId: body.challenge_id }
  if (factor.factor_type === "webauthn") return c.json(await verifyKey(auth, request, body.webauthn))
  if (factor.factor_type !== "totp" || !factor.secret) throw factorNotFound()
  return c.json(await verifyCode(auth, request, body.code))
}

interface Verification {
  caller: Caller
  factor: StoredFactor
  client: Client
  challengeId: string
}

async function verifyCode(auth: Auth, request: Verification, code: string): Promise<SessionBody> {
  const { caller, factor, client } = request
  const attempt = await reserveFactorTry(auth, factor.id, client)
  return auth.db.transaction(async (db) => {
    const locked = await lockFactor(db, caller.user.id, factor.id)
    await spendChallenge(auth, db, request)
    const correct =
      /^\d{6}$/.test(code) &&
      (await spendTotpCode(auth, db, { id: locked.id, secret: locked.secret ?? "" }, code))
    if (!correct) throw new Refusal(422, "mfa_verification_failed", "Invalid TOTP code entered")
    await attempt.succeeded(db)
    return finish(auth, db, { ...request, factor: locked }, "totp")
  })
}

async function verifyKey(
  auth: Auth,
  request: Verification,
  answer: z.output<typeof webauthnFields>,
): Promise<SessionBody> {
  if (!answer) throw invalid("webauthn is required to verify a security key")
  // Consumed whether or not the response is valid: the challenge of a key works once.
  const challenge = await auth.db.transaction((db) => spendChallenge(auth, db, request))
  return auth.db.transaction(async (db) => {
    const locked = await lockFactor(db, request.caller.user.id, request.factor.id)
    await checkWebauthnFactor(auth, db, locked, { challenge: challenge ?? "", answer })
    return finish(auth, db, { ...request, factor: locked }, "mfa/webauthn")
  })
}

async function finish(
  auth: Auth,
  db: Db,
  { caller, factor, client }: Verification,
  method: "totp" | "mfa/webauthn",
): Promise<SessionBody> {
  if (factor.status === "unverified") await finishSetUp(auth, db, caller, factor)
  await audit(auth, db, "verification_attempted", caller.user, client.ip, { factor_id: factor.id })
  return raiseSession(auth, db, caller, { id: factor.id, method })
}

/** Consumes a challenge of the factor and returns the one of its key, null for an authenticator app. */
async function spendChallenge(
  auth: Auth,
  db: Db,
  { factor, challengeId }: Verification,
): Promise<string | null> {
  const missing = () => factorNotFound("MFA factor with the provided challenge ID not found")
  if (!z.uuid().safeParse(challengeId).success) throw missing()
  const now = auth.now()
  const [found] = await db.sql<{ created_at: Date; challenge: string | null }>`
    update auth.mfa_challenges set verified_at = ${now}
    where id = ${challengeId} and factor_id = ${factor.id} and verified_at is null
    returning created_at, web_authn_session_data ->> 'challenge' as challenge`
  if (!found) throw missing()
  if (now.getTime() - found.created_at.getTime() >= challengeLifetimeMs)
    throw new Refusal(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
  return found.challenge
}

async function finishSetUp(auth: Auth, db: Db, { user }: Caller, factor: StoredFactor): Promise<void> {
  await db.sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${auth.now()} where id = ${factor.id}`
  await db.sql`
    delete from auth.mfa_factors where user_id = ${factor.user_id} and status = 'unverified'`
  await sendNotice(auth, db, "factor_added", user, factorName(factor))
}
