const base = "http://site.invalid"

/**
 * The path on this site to go to after signing in; "/" for anything else, so that a crafted link to /auth cannot
 * redirect to another site.
 */
export function safeReturnPath(given: string | null): string {
  if (!given?.startsWith("/")) return "/"
  const url = URL.parse(given, base)
  if (url?.origin !== base || url.pathname.startsWith("//")) return "/"
  return /^\/auth(\/|$)/.test(url.pathname) ? "/" : url.pathname + url.search + url.hash
}

/** The URL of the sign-in page that returns to `path`. */
export function signInAddress(path: string): string {
  return path === "/" ? "/auth" : `/auth?next=${encodeURIComponent(path)}`
}
