import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import type { AppEnv } from "../context.ts"

/** A cookie that contains a session's token. Scripts cannot read it. */
interface SessionCookie {
  name: string
  path: string
  /**
   * `Strict`: a link on another site opens the page as for a stranger. `Lax`: it opens the page as the signed-in
   * member.
   */
  sameSite: "Strict" | "Lax"
}

export const consoleCookie: SessionCookie = { name: "b4m_console", path: "/operator", sameSite: "Strict" }

/** Sent with every path, because the data of `/account` is at `/account.data`. */
export const accountCookie: SessionCookie = { name: "b4m_account", path: "/", sameSite: "Lax" }

/** The token in the cookie, or undefined. */
export function readCookie(c: Context<AppEnv>, { name }: SessionCookie): string | undefined {
  return getCookie(c, name) || undefined
}

/** Stores a token in the browser until it expires; "" and a past instant remove it. */
export function keepCookie(
  c: Context<AppEnv>,
  { name, path, sameSite }: SessionCookie,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  setCookie(c, name, token, { path, httpOnly: true, sameSite, secure: c.var.https, expires: expiresAt })
}

export const noToken = { token: "", expiresAt: new Date(0) }

/** Whether a request has a session cookie, valid or not. */
export function carriesSession(c: Context<AppEnv>): boolean {
  return [consoleCookie, accountCookie].some((cookie) => readCookie(c, cookie) !== undefined)
}
