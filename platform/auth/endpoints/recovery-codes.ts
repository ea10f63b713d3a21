import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { factorNameTaken, lockRecoverySet } from "../factors/find.ts"
import { countRecoveryCodes, recoveryCodeCount, replaceRecoveryCodes } from "../factors/recovery-codes.ts"
import { removeFactor } from "../factors/remove.ts"
import { readBody, text } from "../http/body.ts"
import { requireCaller, requireSecondFactor } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { sendNotice } from "../mails/notices.ts"
import { invalid, Refusal, refuseDuplicate } from "../refusal.ts"
import { hasVerifiedFactor } from "../users/row.ts"

const type = "recovery_code"

/** GET /factors/recovery-codes: the number of unused codes. */
export const recoveryCodesStatus = (auth: Auth) => async (c: Context) => {
  const { user } = await requireCaller(auth, c)
  const set = await auth.db.transaction((db) => lockRecoverySet(db, user.id))
  return c.json({ id: set.id, type, ...(await countRecoveryCodes(auth.db, set.id)) })
}

/** POST /factors/recovery-codes: creates the first set, shown once. */
export const recoveryCodesGenerate = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  const body = await readBody(c, z.object({ friendly_name: text }))
  const friendlyName = body.friendly_name || "Recovery codes"
  if (friendlyName.length > 120) throw invalid("friendly_name has at most 120 characters")
  const { user } = caller
  if (!hasVerifiedFactor(user))
    throw new Refusal(422, "mfa_recovery_codes_sole_factor", "Recovery codes need another verified factor")
  requireSecondFactor(caller, "AAL2 required to generate recovery codes")
  const id = randomUUID()
  const codes = await auth.db
    .transaction(async (db) => {
      const now = auth.now()
      // One at a time, so that a second set is never taken for a name that is in use.
      await db.sql`select 1 from auth.users where id = ${user.id} for update`
      const made = await db.sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
        values (${id}, ${user.id}, ${friendlyName}, 'recovery_code', 'verified', ${now}, ${now})
        on conflict (user_id) where factor_type = 'recovery_code' do nothing returning 1`
      if (made.length === 0) throw setExists()
      await audit(auth, db, "generate_recovery_codes", user, clientOf(auth, c).ip)
      await sendNotice(auth, db, "recovery_codes_made", user)
      return replaceRecoveryCodes(auth, db, id)
    })
    .catch(refuseDuplicate(() => factorNameTaken(friendlyName)))
  return c.json({ id, type, friendly_name: friendlyName, total: recoveryCodeCount, codes })
}

const setExists = () =>
  new Refusal(422, "mfa_verified_factor_exists", "Recovery codes exist already, regenerate them instead")

/** POST /factors/recovery-codes/regenerate: replaces the set. */
export const recoveryCodesRegenerate = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  requireSecondFactor(caller, "AAL2 required to regenerate recovery codes")
  const answer = await auth.db.transaction(async (db) => {
    const set = await lockRecoverySet(db, caller.user.id)
    const codes = await replaceRecoveryCodes(auth, db, set.id)
    await audit(auth, db, "generate_recovery_codes", caller.user, clientOf(auth, c).ip)
    await sendNotice(auth, db, "recovery_codes_made", caller.user)
    return { id: set.id, type, friendly_name: set.friendly_name, total: codes.length, codes }
  })
  return c.json(answer)
}

/** DELETE /factors/recovery-codes. */
export const recoveryCodesUnenroll = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  requireSecondFactor(caller, "AAL2 required to remove recovery codes")
  const id = await auth.db.transaction(async (db) => {
    const set = await lockRecoverySet(db, caller.user.id)
    await removeFactor(auth, db, caller.user, set)
    await audit(auth, db, "recovery_codes_deleted", caller.user, clientOf(auth, c).ip)
    return set.id
  })
  return c.json({ id })
}
