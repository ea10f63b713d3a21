import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { mailToken } from "../codes/mail-token.ts"
import { parseChallenge } from "../flow-state.ts"
import { pkceFields, readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { inEqualTime } from "../limits/equal-time.ts"
import { countMail } from "../limits/mails.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid } from "../refusal.ts"
import { parseEmail } from "../users/email.ts"
import { findUserByEmail } from "../users/row.ts"

/**
 * POST /recover: mails a link and a code that open a session for setting a new password. Always responds with
 * {}.
 */
export const recover = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, z.object({ email: text, ...pkceFields }))
  if (!body.email) throw invalid("Password recovery requires an email")
  const email = parseEmail(body.email)
  const challenge = parseChallenge(body)
  const client = clientOf(auth, c)
  const redirectTo = auth.redirects.choose(c.req.query("redirect_to"))
  await limitRequests(auth, "mail", client)
  await inEqualTime(auth.config.equalTimeMs, () =>
    auth.db.transaction(async (db) => {
      const user = await findUserByEmail(db, email)
      if (user) await mailToken(auth, db, "recovery", user, { client, redirectTo, challenge })
      else await countMail(auth, db, email)
    }),
  )
  return c.json({})
}
