import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#domain/world.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { factorNotFound, lockFactor, type StoredFactor } from "../factors/find.ts"
import { raiseSession } from "../factors/raise.ts"
import { factorName } from "../factors/remove.ts"
import { spendTotpCode } from "../factors/totp.ts"
import { readBody, text } from "../http/body.ts"
import { type Caller, requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { reserveFactorTry } from "../limits/factors.ts"
import { sendNotice } from "../mails/notices.ts"
import { Refusal } from "../refusal.ts"
import { challengeLifetimeMs } from "./factors-challenge.ts"

const shape = z.object({ challenge_id: text, code: text })

/**
 * POST /factors/:id/verify: a correct code raises the session to aal2; the first one completes the
 * enrollment.
 */
export const factorsVerify = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  const caller = await requireCaller(auth, c)
  const body = await readBody(c, shape)
  const client = clientOf(auth, c)
  const factorId = c.req.param("factorId") ?? ""
  const factor = await auth.db.transaction((db) => lockFactor(db, caller.user.id, factorId))
  if (factor.factor_type !== "totp" || !factor.secret) throw factorNotFound()
  const attempt = await reserveFactorTry(auth, factor.id, client)

  const session = await auth.db.transaction(async (db) => {
    const locked = await lockFactor(db, caller.user.id, factorId)
    await spendChallenge(auth, db, locked, body.challenge_id)
    const correct =
      /^\d{6}$/.test(body.code) &&
      (await spendTotpCode(auth, db, { id: locked.id, secret: locked.secret ?? "" }, body.code))
    if (!correct) throw new Refusal(422, "mfa_verification_failed", "Invalid TOTP code entered")
    await attempt.succeeded(db)
    if (locked.status === "unverified") await finishSetUp(auth, db, caller, locked)
    await audit(auth, db, "verification_attempted", caller.user, client.ip, { factor_id: locked.id })
    return raiseSession(auth, db, caller, { id: locked.id, method: "totp" })
  })
  return c.json(session)
}

async function spendChallenge(auth: Auth, db: Db, factor: StoredFactor, challengeId: string): Promise<void> {
  const missing = () => factorNotFound("MFA factor with the provided challenge ID not found")
  if (!z.uuid().safeParse(challengeId).success) throw missing()
  const now = auth.now()
  const [challenge] = await db.sql<{ created_at: Date }>`
    update auth.mfa_challenges set verified_at = ${now}
    where id = ${challengeId} and factor_id = ${factor.id} and verified_at is null
    returning created_at`
  if (!challenge) throw missing()
  if (now.getTime() - challenge.created_at.getTime() >= challengeLifetimeMs)
    throw new Refusal(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
}

async function finishSetUp(auth: Auth, db: Db, { user }: Caller, factor: StoredFactor): Promise<void> {
  await db.sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${auth.now()} where id = ${factor.id}`
  await db.sql`
    delete from auth.mfa_factors where user_id = ${factor.user_id} and status = 'unverified'`
  await sendNotice(auth, db, "factor_added", user, factorName(factor))
}
