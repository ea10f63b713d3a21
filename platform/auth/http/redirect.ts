import type { Context } from "hono"

/**
 * 303 to an address that the redirect rules have passed, with `query` added and `fragment` in place of
 * its own. Neither is kept by caches nor passed on by the Referer header.
 */
export function redirectWith(
  c: Context,
  address: string,
  {
    query,
    fragment,
  }: { query?: Record<string, string> | undefined; fragment?: Record<string, string> | undefined },
): Response {
  const [bare = ""] = address.split("#")
  const separator = bare.includes("?") ? "&" : "?"
  const withQuery = query ? `${bare}${separator}${new URLSearchParams(query)}` : bare
  c.header("Cache-Control", "no-store")
  c.header("Referrer-Policy", "no-referrer")
  return c.redirect(fragment ? `${withQuery}#${new URLSearchParams(fragment)}` : withQuery, 303)
}
