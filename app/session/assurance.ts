import type { Session } from "@supabase/supabase-js"

/** Whether the account has a second factor that this session has not shown yet. */
export function needsSecondFactor(session: Session | null): boolean {
  if (!session) return false
  const secured = session.user.factors?.some(
    (factor) => factor.status === "verified" && factor.factor_type !== "recovery_code",
  )
  return Boolean(secured) && levelOf(session.access_token) !== "aal2"
}

/** The assurance level in an access token, whose signature is the server's to check. */
function levelOf(token: string): unknown {
  try {
    const payload = token.split(".")[1] ?? ""
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
      sign.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes)).aal
  } catch {
    return undefined
  }
}
