import type { Auth } from "../auth.ts"

export type VerificationType = "signup" | "magiclink" | "recovery" | "invite" | "email_change"

/** The address in a mail. It always starts with the configured site, never with a request's host. */
export function verificationUrl(
  auth: Auth,
  token: string,
  type: VerificationType,
  redirectTo: string,
): string {
  return `${auth.issuer}/verify?token=${encodeURIComponent(token)}&type=${type}&redirect_to=${readable(redirectTo)}`
}

/** Left unescaped if that cannot change the meaning, because clients compare it; escaped otherwise. */
function readable(address: string): string {
  return /^[A-Za-z0-9:/._~-]*$/.test(address) ? address : encodeURIComponent(address)
}
