import { type Context, Hono } from "hono"
import { endAccount, findSignedIn, openAccount, type SignedIn } from "#domain/members/session.ts"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { accountCookie, keepCookie, noToken, readCookie } from "./cookie.ts"
import { postedToken } from "./posted-token.ts"

/**
 * POST /account/session opens the session for a member's own pages: the browser posts the access token that it got from
 * the auth service, and gets an HttpOnly cookie. POST /account/session/end ends it. Tokens are never refreshed here.
 */
export function accountSession(world: World, verifyToken: VerifyToken): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.post("/account/session", async (c) => {
    const token = await postedToken(c, verifyToken)
    const opened = token && (await openAccount(world, token))
    if (!opened?.ok)
      return refuse(c, {
        status: opened ? 403 : 401,
        code: opened?.code === "factor_not_entered" ? "insufficient_aal" : "session_not_found",
        title: "Not signed in",
        message: opened?.code === "factor_not_entered" ? "First enter your second factor." : "Sign in first.",
      })
    keepCookie(c, accountCookie, opened)
    return c.body(null, 204, { "cache-control": "no-store" })
  })
  app.post("/account/session/end", async (c) => {
    const found = await signedIn(world, c)
    if (found) await endAccount(world, found)
    keepCookie(c, accountCookie, noToken)
    return c.body(null, 204, { "cache-control": "no-store" })
  })
  return app
}

/** The member identified by a request's cookie; null if there is none or the session has ended. */
export async function signedIn(world: World, c: Context<AppEnv>): Promise<SignedIn | null> {
  const token = readCookie(c, accountCookie)
  return token ? findSignedIn(world, token) : null
}
