import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import { complete } from "../codes/complete.ts"
import { redeemLink } from "../codes/redeem.ts"
import { issueCode } from "../flow-state.ts"
import { clientOf } from "../http/client.ts"
import { redirectWith } from "../http/redirect.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid, Refusal } from "../refusal.ts"
import { sessionFragment } from "../sessions/body.ts"
import { openSession } from "../sessions/open.ts"
import { tokenTypesFor } from "./verify-request.ts"

/**
 * GET /verify, the target of mailed links: redeems them, or passes the token to the site's confirmation page, so that
 * programs that open links in mails do not consume them. HEAD never redeems.
 */
export const verifyLink = (auth: Auth) => async (c: Context) => {
  const type = c.req.query("type") ?? ""
  tokenTypesFor(type)
  const token = c.req.query("token") ?? ""
  if (!token) throw invalid("Verify requires a token or a token hash")
  if (c.req.method === "HEAD") return c.body(null, 200)
  const destination = auth.redirects.choose(c.req.query("redirect_to"))
  if (asksFirst(auth, destination)) return redirectWith(c, destination, { fragment: { token, type } })
  return redeemAndRedirect(auth)(c)
}

function asksFirst({ siteUrl, askingPage }: Auth, destination: string): boolean {
  const { origin, pathname } = new URL(destination)
  return origin === new URL(siteUrl).origin && pathname === askingPage
}

/**
 * Redeems the link and redirects (303) to the requesting page with the session in the fragment, or with ?code= when
 * that page started a PKCE flow. Also the target of the confirmation page's form, by POST.
 */
export const redeemAndRedirect = (auth: Auth) => async (c: Context) => {
  const type = c.req.query("type") ?? ""
  const types = tokenTypesFor(type)
  const token = c.req.query("token") ?? ""
  if (!token) throw invalid("Verify requires a token or a token hash")
  const client = clientOf(auth, c)
  const destination = auth.redirects.choose(c.req.query("redirect_to"))
  const pkce = token.startsWith("pkce_")
  try {
    await limitRequests(auth, "verification", client)
    const result = await auth.db.transaction(async (db): Promise<Parameters<typeof redirectWith>[2]> => {
      const redeemed = await redeemLink(auth, db, token, types)
      if (!redeemed) throw new Refusal(403, "otp_expired", "Email link is invalid or has expired")
      const completed = await complete(auth, db, redeemed, client)
      if (!completed.done) return { fragment: { message: completed.message } }
      if (redeemed.flowStateId) {
        const code = await issueCode(auth, db, redeemed.flowStateId, completed.user.id)
        return { query: { code } }
      }
      const session = await openSession(auth, db, completed.user, "otp", client)
      return { fragment: { ...sessionFragment(session), type } }
    })
    return redirectWith(c, destination, result)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = { error: "access_denied", error_code: error.code, error_description: error.message }
    return redirectWith(c, destination, { query: pkce ? problem : undefined, fragment: problem })
  }
}
