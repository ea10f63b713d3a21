import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import type { ApiScope } from "#content/api.ts"
import { callerOf } from "#domain/members/personal-tokens.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { problem } from "./problem.ts"

const challenge = (error: string) => ({ "www-authenticate": `Bearer realm="api", error="${error}"` })

/**
 * Finds the caller by `Authorization: Bearer b4m_...`. A request with an invalid token is refused, and not answered as one without:
 * a program must notice that its token has ended.
 */
export function identifyCaller(world: World) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = c.req.header("authorization")
    c.set("caller", null)
    if (given === undefined) return next()
    const token = /^Bearer +(\S+)\s*$/i.exec(given)?.[1]
    const caller = token === undefined ? null : await callerOf(world, token)
    if (!caller)
      return problem(c, {
        status: 401,
        code: "invalid_token",
        title: "Token not accepted",
        message:
          "The token does not exist, was deleted or has expired. Make a new one under Security on your account page.",
        headers: challenge("invalid_token"),
      })
    c.set("caller", caller)
    c.header("cache-control", "private, no-store")
    return next()
  })
}

/** Refuses requests without a token that has this scope. */
export function needs(scope: ApiScope) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { caller } = c.var
    if (!caller)
      return problem(c, {
        status: 401,
        code: "token_needed",
        title: "Token needed",
        message: `Send a token with the scope ${scope} as "Authorization: Bearer <token>".`,
        headers: challenge("invalid_request"),
      })
    if (!caller.scopes.includes(scope)) return wrongScope(c, scope)
    return next()
  })
}

/** Whose view a public read shows: the caller's with `boards:read`, else any visitor's. */
export function viewerIn(c: Context<AppEnv>): string | null {
  const { caller } = c.var
  return caller?.scopes.includes("boards:read") ? caller.userId : null
}

/** The account of the caller of a route behind `needs`. */
export function ownerIn(c: Context<AppEnv>): string {
  if (!c.var.caller) throw new Error("A route without `needs` asks for the owner of the token")
  return c.var.caller.userId
}

function wrongScope(c: Context<AppEnv>, scope: ApiScope): Response {
  return problem(c, {
    status: 403,
    code: "missing_scope",
    title: "Scope missing",
    message: `The token does not have the scope ${scope}.`,
    headers: { "www-authenticate": `Bearer realm="api", error="insufficient_scope", scope="${scope}"` },
  })
}
