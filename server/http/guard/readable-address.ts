import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { isGatewayPath } from "./gateway-path.ts"

/** Whether a path is valid percent-encoded UTF-8 (RFC 3986, 2.1). */
export function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Refuses with 400, before anything decodes it, a URL with an encoded NUL (`%00`) in its path or query, because
 * PostgreSQL cannot store that character, and one whose path cannot be decoded ("%zz"), because the pages' router would
 * log the path with any tokens in it. The services of the gateway refuse the latter themselves, in their clients'
 * format.
 */
export function readableAddress() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { url } = c.req
    const isDecoded = isGatewayPath(c.req.path) || isDecodable(rawPath(url))
    if (isDecoded && !url.includes("%00")) return next()
    return refuse(c, {
      status: 400,
      code: "unreadable_address",
      title: "This address cannot be read",
      message: isDecoded
        ? "The address contains %00, which stands for no character that can be used here."
        : "A percent sign in the address stands for no character. If you followed a link, copy it whole and try again.",
    })
  })
}

/** Hono decodes the valid parts of `c.req.path`. */
function rawPath(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("://") + 3)).split(/[?#]/, 1)[0] ?? ""
}
