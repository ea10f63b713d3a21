import type { Context } from "hono"
import { setCookie } from "hono/cookie"
import type { Auth } from "../auth.ts"
import { keepChallenge, parseChallenge } from "../flow-state.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { findProvider } from "../providers/find.ts"
import { beginVisit, browserCookie } from "../providers/visit.ts"
import { requireLinking } from "./identities.ts"

/** GET /authorize?provider=<name>: sends the browser to the provider. */
export const authorize = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  return c.redirect(await leave(auth, c), 302)
}

/**
 * GET /user/identities/authorize: the same, to link a provider to the caller's account; returns the address
 * as JSON.
 */
export const identityAuthorize = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  requireLinking(auth, caller)
  const { user } = caller
  const url = await leave(auth, c, { userId: user.id, linkToUserId: user.id })
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302)
}

async function leave(
  auth: Auth,
  c: Context,
  link: { userId: string; linkToUserId: string } | Record<string, never> = {},
): Promise<string> {
  const provider = findProvider(auth, c.req.query("provider") ?? "")
  await limitRequests(auth, "sign-up", clientOf(auth, c))
  const challenge = parseChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  })
  const flowStateId = challenge
    ? await keepChallenge(auth, auth.db, challenge, {
        provider: provider.name,
        authenticationMethod: "oauth",
        ...link,
      })
    : null
  const { url, cookie } = await beginVisit(auth, provider, {
    redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
    flowStateId,
    scopes: c.req.query("scopes") ?? "",
    ...link,
  })
  setCookie(c, browserCookie, cookie, {
    path: new URL(`${auth.issuer}/callback`).pathname,
    httpOnly: true,
    sameSite: "Lax",
    secure: auth.siteUrl.startsWith("https:"),
    maxAge: 600,
  })
  return url
}
