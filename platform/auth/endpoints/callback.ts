import type { Context } from "hono"
import { deleteCookie, getCookie } from "hono/cookie"
import type { Auth } from "../auth.ts"
import { issueCode } from "../flow-state.ts"
import { clientOf } from "../http/client.ts"
import { redirectWith } from "../http/redirect.ts"
import { findProvider } from "../providers/find.ts"
import type { Provider, ProviderProfile } from "../providers/provider.ts"
import { tieToUser, userForProfile } from "../providers/sign-in.ts"
import { browserCookie, callbackUrl, endVisit, type Visit } from "../providers/visit.ts"
import { Refusal } from "../refusal.ts"
import { sessionFragment } from "../sessions/body.ts"
import { openSession } from "../sessions/open.ts"

/**
 * GET /callback: receives the browser from a provider and redirects it to the page that started the sign-in.
 */
export const callback = (auth: Auth) => async (c: Context) => {
  const cookie = getCookie(c, browserCookie) ?? ""
  const path = new URL(callbackUrl(auth)).pathname
  deleteCookie(c, browserCookie, { path })
  const visit = await endVisit(auth, auth.db, c.req.query("state") ?? "", cookie)
  if (!visit)
    return refused(
      c,
      auth.siteUrl,
      true,
      new Refusal(400, "bad_oauth_state", "OAuth state is missing, used or expired"),
    )
  try {
    return await arrive(auth, c, visit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(c, visit.redirectTo, visit.flowStateId !== null, error)
  }
}

/**
 * POST /callback: the same for a provider that lets the browser post its answer (response_mode=form_post). The browser does not
 * send its cookie with a post from another site, but does so with the redirect that follows.
 */
export const callbackPost = (auth: Auth) => async (c: Context) => {
  const form = await c.req.parseBody().catch(() => ({}))
  const given = Object.entries(form).flatMap(([name, value]) =>
    typeof value === "string" && passedOn.has(name) && value.length <= longest ? [[name, value]] : [],
  )
  c.header("Cache-Control", "no-store")
  return c.redirect(`${callbackUrl(auth)}?${new URLSearchParams(given)}`, 303)
}

const passedOn: ReadonlySet<string> = new Set(["state", "code", "iss", "user", "error", "error_description"])
const longest = 2_000

async function arrive(auth: Auth, c: Context, visit: Visit): Promise<Response> {
  const provider = findProvider(auth, visit.provider)
  const code = c.req.query("code")
  const denied = c.req.query("error_description") ?? c.req.query("error")
  if (!code)
    throw new Refusal(400, "bad_oauth_callback", (denied ?? "OAuth callback without a code").slice(0, 200))
  const issuer = c.req.query("iss")
  if (issuer !== undefined && provider.issuer !== undefined && issuer !== provider.issuer)
    throw new Refusal(400, "bad_oauth_callback", "The answer comes from another provider")
  const profile = await provider.profile({
    ...{ code, verifier: visit.verifier, callbackUrl: callbackUrl(auth) },
    user: c.req.query("user"),
  })
  if (!profile) throw new Refusal(500, "unexpected_failure", "Unable to exchange external code")
  return finish(auth, c, visit, provider, profile)
}

async function finish(
  auth: Auth,
  c: Context,
  visit: Visit,
  provider: Provider,
  profile: ProviderProfile,
): Promise<Response> {
  const client = clientOf(auth, c)
  return auth.db.transaction(async (db) => {
    const user = visit.linkToUserId
      ? await tieToUser(auth, db, visit.linkToUserId, provider.name, profile)
      : await userForProfile(auth, db, provider.name, profile, client)
    if (visit.flowStateId) {
      const code = await issueCode(auth, db, visit.flowStateId, user.id)
      return redirectWith(c, visit.redirectTo, { query: { code } })
    }
    const session = await openSession(auth, db, user, "oauth", client)
    return redirectWith(c, visit.redirectTo, { fragment: sessionFragment(session) })
  })
}

function refused(c: Context, address: string, pkce: boolean, refusal: Refusal): Response {
  const problem = {
    error: refusal.status >= 500 ? "server_error" : "access_denied",
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return redirectWith(c, address, { query: pkce ? problem : undefined, fragment: problem })
}
