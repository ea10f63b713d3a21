/** The auth service's parameters in a redirect URL. */
interface Redirected {
  /** The URL contains tokens of a new session. */
  session: boolean
  /** An error message. */
  problem: string | null
  /** A notice worded by the service. */
  message: string | null
}

/** Messages for common errors; others are quoted. */
const problems: Readonly<Record<string, string>> = {
  otp_expired: "Email link is invalid or has expired. Ask for a new one below.",
  user_banned: "This account is blocked. Write to us if you think that is a mistake.",
  signup_disabled: "We are not taking new accounts right now.",
  provider_email_needs_verification: "First confirm your email address with the other service.",
  flow_state_expired: "The sign-in took too long. Start again.",
  flow_state_not_found: "The sign-in took too long. Start again.",
  bad_oauth_state: "The sign-in was interrupted. Start again.",
}

/** Reads the fragment and query of a URL. A bare `?error=` counts only on /auth: other pages may use it. */
export function readRedirect(url: URL): Redirected {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const query = url.searchParams
  const own = query.has("error_code") || query.has("error_description") || url.pathname === "/auth"
  const read = (name: string) => fragment.get(name) ?? (own ? query.get(name) : null)
  const failed = read("error") ?? read("error_code") ?? read("error_description")
  return {
    session: fragment.has("access_token") && fragment.has("refresh_token"),
    problem: failed === null ? null : inWords(read("error_code") ?? failed, read("error_description")),
    message: fragment.get("message"),
  }
}

function inWords(code: string, description: string | null): string {
  if (Object.hasOwn(problems, code)) return problems[code] as string
  if (code === "access_denied" && !description) return "The sign-in was canceled."
  // Anyone can forge such a URL, so quote it and truncate it.
  const said = (description || code).slice(0, 160)
  return `You could not be signed in. The service says: “${said}”`
}

/** The URL without what readRedirect reads. */
export function withoutRedirect(url: URL): string {
  const query = new URLSearchParams(url.search)
  for (const name of ["error", "error_code", "error_description"]) query.delete(name)
  return url.pathname + (query.size > 0 ? `?${query}` : "")
}
