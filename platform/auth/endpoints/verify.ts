import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { complete } from "../codes/complete.ts"
import type { TokenType } from "../codes/issue.ts"
import { type RedeemedToken, redeemCode, redeemLink } from "../codes/redeem.ts"
import { readBody, text } from "../http/body.ts"
import { type Client, clientOf } from "../http/client.ts"
import { inEqualTime } from "../limits/equal-time.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid, Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { parseEmail } from "../users/email.ts"
import { parsePhone } from "../users/phone.ts"
import { redeemAndRedirect } from "./verify-link.ts"
import { tokenTypesFor } from "./verify-request.ts"

const shape = z.object({ type: text, token: text, token_hash: text, email: text, phone: text })

/**
 * POST /verify: redeems six digits with an address, or the token of a link. Responds with a session. A form post, which
 * only the site's confirmation page sends, is redirected like a link, with its parameters in the query.
 */
export const verify = (auth: Auth) => async (c: Context) => {
  if (c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return redeemAndRedirect(auth)(c)
  c.header("Cache-Control", "no-store")
  const body = await readBody(c, shape)
  const client = clientOf(auth, c)
  if (!body.type) throw invalid("Verify requires a verification type")
  if (body.token && body.token_hash) throw invalid("Verify requires either a token or a token hash")
  if (!body.token && !body.token_hash) throw invalid("Verify requires a token or a token hash")
  if (body.token_hash && (body.email || body.phone))
    throw invalid("Only the token_hash and type should be provided")
  if (body.token && Boolean(body.email) === Boolean(body.phone))
    throw invalid("Only an email address or phone number should be provided on verify")
  await limitRequests(auth, "verification", client)
  if (body.phone) return refusePhone(body.phone)
  const types = tokenTypesFor(body.type)
  const address = body.email ? parseEmail(body.email) : ""

  const answer = await inEqualTime(auth.config.equalTimeMs, () =>
    auth.db.transaction(async (db) => {
      const redeemed = body.token_hash
        ? await redeemLink(auth, db, body.token_hash, types)
        : await redeemSixDigits(auth, db, address, body.token, types)
      // Returned, not thrown: a wrong attempt has to stay counted.
      if (!redeemed)
        return body.token_hash
          ? new Refusal(403, "otp_expired", "Email link is invalid or has expired")
          : expired()
      return answerFor(auth, db, redeemed, client)
    }),
  )
  if (answer instanceof Refusal) throw answer
  return c.json(answer)
}

const expired = () => new Refusal(403, "otp_expired", "Token has expired or is invalid")

async function answerFor(auth: Auth, db: Db, redeemed: RedeemedToken, client: Client): Promise<object> {
  const completed = await complete(auth, db, redeemed, client)
  if (completed.done) return openSession(auth, db, completed.user, "otp", client)
  return { msg: completed.message, code: "200" }
}

/** Several accounts may be waiting to change to one address; each of their codes was mailed to it. */
async function redeemSixDigits(
  auth: Auth,
  db: Db,
  address: string,
  code: string,
  types: readonly TokenType[],
): Promise<RedeemedToken | null> {
  const accounts = await db.sql<{ user_id: string }>`
    select distinct user_id from auth.one_time_tokens
    where relates_to = ${address} and token_type = any (${types as string[]}::auth.one_time_token_type[])
    order by user_id`
  for (const { user_id: userId } of accounts) {
    const redeemed = await redeemCode(auth, db, { userId, address, code, types })
    if (redeemed) return redeemed
  }
  return null
}

function refusePhone(phone: string): never {
  parsePhone(phone)
  throw expired()
}
