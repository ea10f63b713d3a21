import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { carriesSession } from "../sessions/cookie.ts"
import { isGatewayPath } from "./gateway-path.ts"

/** The browser's information about the origin of a request. */
interface RequestOrigin {
  method: string
  /** Sec-Fetch-Site: same-origin, same-site, cross-site or none. */
  fetchSite: string | undefined
  origin: string | undefined
  host: string | undefined
  /** Whether it has a session cookie (server/http/sessions/cookie.ts). */
  session: boolean
}

/**
 * Whether a modifying request comes from our own pages (OWASP, cross-site request forgery: fetch metadata first, or
 * else the Origin header). A caller that sends neither is not a browser and passes, unless it has a session cookie: the
 * cookie alone is never enough.
 */
function isSameOrigin(request: RequestOrigin, siteUrl: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return true
  if (request.fetchSite !== undefined)
    return request.fetchSite === "same-origin" || request.fetchSite === "none"
  if (request.origin === undefined) return !request.session
  const host = URL.parse(request.origin)?.host
  return request.origin === siteUrl || (host !== undefined && host === request.host)
}

/**
 * Like the gateway's services, webhooks use no cookie: every call carries its own signature, and other origins may call
 * them. The same applies to one-click unsubscribe (RFC 8058), whose token is in the URL, and to /api/, which reads no cookie.
 */
const keyedServices = /^\/(webhooks|unsubscribe|api)\//

/** Responds with 403 to form posts and other modifying requests from another site's page. */
export function sameOriginOnly(siteUrl: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const request = {
      method: c.req.method,
      fetchSite: c.req.header("sec-fetch-site"),
      origin: c.req.header("origin"),
      host: c.req.header("host"),
      session: carriesSession(c),
    }
    const { path } = c.req
    if (isGatewayPath(path) || keyedServices.test(path) || isSameOrigin(request, siteUrl)) return next()
    return refuse(c, {
      status: 403,
      code: "cross_origin",
      title: "Not sent from here",
      message: "This form was sent from another site. Open it here and send it again.",
    })
  })
}
