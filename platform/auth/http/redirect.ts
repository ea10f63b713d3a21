import type { Context } from "hono"

/**
 * Redirects (303) to an address that passed the redirect rules, adding `query` and replacing the fragment
 * with `fragment`. Neither is cached or sent in a Referer header.
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
