import type { Session } from "@supabase/supabase-js"

/** Whether the account has a second factor that this session has not verified. */
export function needsSecondFactor(session: Session | null): boolean {
  if (!session) return false
  const secured = session.user.factors?.some(
    (factor) => factor.status === "verified" && factor.factor_type !== "recovery_code",
  )
  return Boolean(secured) && tokenClaims(session.access_token).aal !== "aal2"
}

/**
 * Whether the account has no password because the sign-up password may not have been the owner's
 * (platform/auth/users/contested.ts).
 */
export function mustChoosePassword(session: Session | null): boolean {
  return session?.user.app_metadata.choose_password === true
}

/** The claims of an access token; only the server verifies its signature. Empty when unreadable. */
export function tokenClaims(token: string): Record<string, unknown> {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}
