const base = "http://site.invalid"

/**
 * The page of ours to go on to after signing in; "/" for anything that is not plainly one, so that a prepared link
 * to /auth cannot lead to another site.
 */
export function safeReturnPath(given: string | null): string {
  if (!given?.startsWith("/")) return "/"
  const url = URL.parse(given, base)
  if (url?.origin !== base || url.pathname.startsWith("//")) return "/"
  return /^\/auth(\/|$)/.test(url.pathname) ? "/" : url.pathname + url.search + url.hash
}

/** The address of the sign-in page that leads back to `path`. */
export function signInAddress(path: string): string {
  return path === "/" ? "/auth" : `/auth?next=${encodeURIComponent(path)}`
}
