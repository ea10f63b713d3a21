import type { Context } from "hono"
import type { VerifiedToken } from "#domain/cookie-session.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { AppEnv } from "../context.ts"
import { readToken } from "./token.ts"

/** Longer than any access token. */
const longestToken = 16_000

/**
 * The verified access token in the field "token" of the posted form; null if there is none, or it is not a member's.
 * The body stays readable for the next handler.
 */
export async function postedToken(c: Context<AppEnv>, verify: VerifyToken): Promise<VerifiedToken | null> {
  if (!c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded")) return null
  const bytes = await c.req.raw.arrayBuffer()
  c.req.raw = new Request(c.req.raw, { body: bytes })
  const token = new URLSearchParams(new TextDecoder().decode(bytes)).get("token")
  const claims = token && token.length <= longestToken ? await verify(token) : null
  return claims && readToken(claims)
}
