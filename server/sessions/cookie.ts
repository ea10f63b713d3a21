import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import type { AppEnv } from "../context.ts"

/** A cookie that holds the token of a session. No script can read it. */
interface SessionCookie {
  name: string
  path: string
  /** `Strict`: a link of another site opens the page as for a stranger. `Lax`: it opens it for whoever is signed in. */
  sameSite: "Strict" | "Lax"
}

export const consoleCookie: SessionCookie = { name: "b4m_console", path: "/operator", sameSite: "Strict" }

/** Sent with every path, because the data of `/account` is at `/account.data`. */
export const accountCookie: SessionCookie = { name: "b4m_account", path: "/", sameSite: "Lax" }

/** The token in the cookie, or undefined. */
export function readCookie(c: Context<AppEnv>, { name }: SessionCookie): string | undefined {
  return getCookie(c, name) || undefined
}

/** Gives the browser a token until it expires; "" and a past instant remove it. */
export function keepCookie(
  c: Context<AppEnv>,
  { name, path, sameSite }: SessionCookie,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  setCookie(c, name, token, { path, httpOnly: true, sameSite, secure: c.var.https, expires: expiresAt })
}

export const noToken = { token: "", expiresAt: new Date(0) }

/** Whether a request carries a session of ours, genuine or not. */
export function carriesSession(c: Context<AppEnv>): boolean {
  return [consoleCookie, accountCookie].some((cookie) => readCookie(c, cookie) !== undefined)
}
