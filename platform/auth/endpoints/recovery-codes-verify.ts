import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { lockRecoverySet } from "../factors/find.ts"
import { raiseSession } from "../factors/raise.ts"
import { spendRecoveryCode } from "../factors/recovery-codes.ts"
import { readBody, text } from "../http/body.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { reserveFactorTry } from "../limits/factors.ts"
import { Refusal } from "../refusal.ts"

/** POST /factors/recovery-codes/verify: accepts one unused code in place of the authenticator app. */
export const recoveryCodesVerify = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  const caller = await requireCaller(auth, c)
  const { code } = await readBody(c, z.object({ code: text }))
  const client = clientOf(auth, c)
  const set = await auth.db.transaction((db) => lockRecoverySet(db, caller.user.id))
  const attempt = await reserveFactorTry(auth, set.id, client).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.status, "mfa_recovery_codes_locked", error.message, error.extras)
  })
  const session = await auth.db.transaction(async (db) => {
    if (!(await spendRecoveryCode(auth, db, set.id, code)))
      throw new Refusal(422, "mfa_verification_failed", "Invalid recovery code entered")
    await attempt.succeeded(db)
    await audit(auth, db, "verification_attempted", caller.user, client.ip, { factor_id: set.id })
    return raiseSession(auth, db, caller, { id: set.id, method: "mfa/recovery_code" })
  })
  return c.json(session)
}
