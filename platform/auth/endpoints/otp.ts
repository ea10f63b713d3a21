import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { mailToken } from "../codes/mail-token.ts"
import { type CodeChallenge, parseChallenge } from "../flow-state.ts"
import { metadata, pkceFields, readBody, text } from "../http/body.ts"
import { type Client, clientOf } from "../http/client.ts"
import { inEqualTime } from "../limits/equal-time.ts"
import { countMail } from "../limits/mails.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid, onDuplicate, Refusal } from "../refusal.ts"
import { createEmailUser } from "../users/create.ts"
import { parseEmail } from "../users/email.ts"
import { parsePhone } from "../users/phone.ts"
import { findUserByEmail } from "../users/row.ts"

const shape = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  ...pkceFields,
})

interface OtpRequest {
  email: string
  createUser: boolean
  data: Record<string, unknown>
  redirectTo: string
  challenge: CodeChallenge | null
  client: Client
}

/**
 * POST /otp: mails a link and a code for signing in. Responds with {} whether or not the address has an
 * account.
 */
export const otp = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape)
  if (body.email && body.phone) throw invalid("Only an email address or phone number should be provided")
  if (!body.email && !body.phone) throw invalid("One of email or phone must be set")
  if (body.phone) refusePhone(auth, body.phone)
  if (!auth.config.emailSignIn) throw new Refusal(422, "email_provider_disabled", "Email logins are disabled")
  const request: OtpRequest = {
    email: parseEmail(body.email),
    createUser: body.create_user ?? true,
    data: body.data ?? {},
    redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
    challenge: parseChallenge(body),
    client: clientOf(auth, c),
  }
  await limitRequests(auth, "mail", request.client)
  await inEqualTime(auth.config.equalTimeMs, () =>
    auth.db
      .transaction((db) => mailOtp(auth, db, request))
      .catch(onDuplicate(() => auth.db.transaction((db) => mailOtp(auth, db, request)))),
  )
  return c.json({})
}

async function mailOtp(auth: Auth, db: Db, request: OtpRequest): Promise<void> {
  const { email } = request
  const user = await findUserByEmail(db, email)
  if (user) return mailToken(auth, db, "magic_link", user, request)
  if (!request.createUser || !auth.config.signUps) {
    // Where sign-up reveals existing accounts anyway, this route may too.
    if (auth.config.autoconfirm || !auth.config.signUps)
      throw new Refusal(422, "otp_disabled", "Signups not allowed for otp")
    return countMail(auth, db, email)
  }
  const id = await createEmailUser(auth, db, { email, userMetadata: request.data }, request.data)
  await mailToken(auth, db, "confirmation", { id, email }, request)
}

function refusePhone(auth: Auth, phone: string): never {
  if (!auth.config.phoneSignIn) throw new Refusal(422, "phone_provider_disabled", "Phone logins are disabled")
  parsePhone(phone)
  throw new Refusal(422, "sms_send_failed", "Error sending sms OTP: no provider is configured")
}
