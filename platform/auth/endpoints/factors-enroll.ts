import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { factorNameTaken } from "../factors/find.ts"
import { newTotp } from "../factors/totp.ts"
import { readBody, text } from "../http/body.ts"
import { requireCaller, requireSecondFactor } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { requireRecentSignIn } from "../http/recent.ts"
import { invalid, Refusal, refuseDuplicate } from "../refusal.ts"
import { hasVerifiedFactor } from "../users/row.ts"

const shape = z.object({ friendly_name: text, factor_type: text, issuer: text })

/**
 * POST /factors: starts the enrollment of an authenticator app or a security key. The factor takes effect once its
 * first code or key is verified. A security key requires a recent sign-in.
 */
export const factorsEnroll = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  const body = await readBody(c, shape)
  const type = body.factor_type
  if (type === "phone")
    throw new Refusal(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
  if (type !== "totp" && type !== "webauthn") throw invalid("factor_type needs to be totp or webauthn")
  if (body.friendly_name.length > 120 || body.issuer.length > 120)
    throw invalid("friendly_name and issuer have at most 120 characters")
  if (hasVerifiedFactor(caller.user)) requireSecondFactor(caller, "AAL2 required to enroll a new factor")
  if (type === "webauthn") await requireRecentSignIn(auth, caller)

  const { user } = caller
  const account = user.email || user.phone || user.id
  const totp = type === "totp" ? await newTotp(body.issuer || auth.brand.name, account) : null
  const id = randomUUID()
  const sealedSecret = totp && (await auth.secrets.seal("totp", totp.secret))
  await auth.db
    .transaction(async (db) => {
      const now = auth.now()
      await db.sql`select 1 from auth.users where id = ${user.id} for update`
      // Removes earlier unfinished enrollments.
      await db.sql`
        delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'
          and created_at < ${new Date(now.getTime() - 3_600_000)}`
      const [counted] = (await db.sql`
        select count(*)::int as count from auth.mfa_factors where user_id = ${user.id}`) as [
        { count: number },
      ]
      if (counted.count >= auth.config.maxFactors)
        throw new Refusal(
          422,
          "too_many_enrolled_mfa_factors",
          "Maximum number of verified factors reached, unenroll to continue",
        )
      await db.sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values (${id}, ${user.id}, ${body.friendly_name}, ${type}, 'unverified', ${now}, ${now},
          ${sealedSecret})`
      await audit(auth, db, "factor_in_progress", user, clientOf(auth, c).ip, { factor_id: id })
    })
    .catch(refuseDuplicate(() => factorNameTaken(body.friendly_name)))
  return c.json({ id, type, friendly_name: body.friendly_name, ...(totp ? { totp } : {}) })
}
