import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { requestEmailChange } from "../codes/email-change.ts"
import { mailToken } from "../codes/mail-token.ts"
import { parseChallenge } from "../flow-state.ts"
import { pkceFields, readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { inEqualTime } from "../limits/equal-time.ts"
import { countMail } from "../limits/mails.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid } from "../refusal.ts"
import { parseEmail } from "../users/email.ts"
import { parsePhone } from "../users/phone.ts"
import { findUserByEmail } from "../users/row.ts"

const shape = z.object({ type: text, email: text, phone: text, ...pkceFields })
const byEmail = new Set(["signup", "email_change"])
const byPhone = new Set(["sms", "phone_change"])

/** POST /resend: mails a confirmation again. Responds with {} whether or not there was one to send. */
export const resend = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape)
  if (!byEmail.has(body.type) && !byPhone.has(body.type))
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change")
  if (body.email && body.phone) throw invalid("Only an email address or phone number should be provided.")
  if (byEmail.has(body.type) ? !body.email : !body.phone)
    throw invalid(`Type provided requires ${byEmail.has(body.type) ? "an email address" : "a phone number"}`)
  if (body.phone) {
    parsePhone(body.phone)
    // Text messages are not sent, so no number is ever waiting for one.
    return c.json({})
  }
  const email = parseEmail(body.email)
  const request = {
    client: clientOf(auth, c),
    redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
    challenge: parseChallenge(body),
  }
  await limitRequests(auth, "mail", request.client)
  await inEqualTime(auth.config.equalTimeMs, () =>
    auth.db.transaction(async (db) => {
      const user = await findUserByEmail(db, email)
      if (body.type === "signup" && user && !user.email_confirmed_at)
        return mailToken(auth, db, "confirmation", user, request)
      if (body.type === "email_change" && user?.email_change)
        return requestEmailChange(auth, db, user, { ...request, newEmail: user.email_change })
      return countMail(auth, db, email)
    }),
  )
  return c.json({})
}
