import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import * as outage from "#content/outage.ts"
import { limitExceeded } from "#primitives/body-limit.ts"
import { isDatabaseAway, retryLater } from "#primitives/database-away.ts"
import type { ServerLog } from "../process/log.ts"
import { problem } from "./api-v1/problem.ts"
import type { AppEnv } from "./context.ts"
import { isGatewayPath } from "./guard/gateway-path.ts"
import { plainPage, plainPageHeaders } from "./plain-page.ts"

const machinePath = /^\/(webhooks|boards|api)\/|^\/(health|ready|metrics)$/

/** Whether only programs call this path: its errors are JSON, never pages. */
export function isMachinePath(path: string): boolean {
  return isGatewayPath(path) || machinePath.test(path)
}

/** Whether the path belongs to /api/v1 or a later version, whose errors are problems (RFC 9457). */
function isApiPath(path: string): boolean {
  return path.startsWith("/api/")
}

/** Whether the caller reads HTML: a person in a browser, on a path that is not an API. */
export function wantsPage(c: Context): boolean {
  return !isMachinePath(c.req.path) && (c.req.header("accept") ?? "").includes("text/html")
}

export interface Refusal {
  status: ContentfulStatusCode
  code: string
  /** Heading of the error page. */
  title: string
  /** The problem and what to do about it, in one or two sentences. */
  message: string
  /** Where to do it: a link on the page. */
  link?: { label: string; href: string }
  headers?: Record<string, string>
  /** Additional fields of the JSON body. */
  more?: Record<string, unknown>
}

/**
 * An error response: a page for people; for programs JSON with the fields that clients of the data API (code, message,
 * details, hint) and of the auth service (error_code, msg) expect.
 */
export function refuse(c: Context<AppEnv>, refusal: Refusal): Response {
  const { status, code, title, message, link } = refusal
  const headers = { "cache-control": "no-store", ...refusal.headers }
  const requestId = c.var.requestId
  if (isApiPath(c.req.path)) return problem(c, refusal)
  if (wantsPage(c))
    return c.html(plainPage({ title, text: message, requestId, ...(link && { link }) }), status, {
      ...plainPageHeaders,
      ...headers,
    })
  return c.json(
    { code, error_code: code, message, msg: message, details: null, hint: null, requestId, ...refusal.more },
    status,
    headers,
  )
}

/** 404 when no route matched. */
export function notFound(c: Context<AppEnv>): Response {
  return refuse(c, {
    status: 404,
    code: "not_found",
    title: "Oops! Page not found",
    message: "Nothing is at this address.",
  })
}

/**
 * The response to an exception. An HTTPException was thrown on purpose and is returned unchanged; anything else is a
 * bug, which is logged once and answered with 500 and the request's id, so that the log line can be found.
 */
export function onError(log: ServerLog) {
  return (error: Error, c: Context<AppEnv>): Response => {
    if (error instanceof HTTPException) return error.getResponse()
    // Caused by the client, not a bug (guard/body-limit.ts).
    if (limitExceeded(error) !== null) return tooLarge(c, "is too large")
    if (isDatabaseAway(error)) return databaseAway(c)
    log.error({ error, method: c.req.method }, "A handler crashed")
    return refuse(c, {
      status: 500,
      code: "unexpected_failure",
      title: "Unexpected Application Error!",
      message: "Something went wrong on our side. We logged it under this request number.",
    })
  }
}

/**
 * 503 while the database is unavailable. That is not a bug, and it is logged only by /ready. A write may have been
 * committed, and the response says so.
 */
export function databaseAway(c: Context<AppEnv>): Response {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD"
  return refuse(c, {
    status: 503,
    code: "unavailable",
    title: outage.title,
    message: isRead ? outage.read : outage.write,
    headers: retryLater,
  })
}

/** 413; the connection is closed, because the rest of the body is not read. */
export function tooLarge(c: Context<AppEnv>, howLarge: string): Response {
  return refuse(c, {
    status: 413,
    code: "body_too_large",
    title: "Too large",
    message: `What was sent ${howLarge}.`,
    headers: { connection: "close" },
  })
}
