import type { SupabaseClient } from "@supabase/supabase-js"

/** The purpose of a mail with a link and a six-digit code. */
export type MailPurpose = "signup" | "link" | "recovery"

/** The token type for verifying the six digits of each mail. */
export const codeTypes = { signup: "signup", link: "email", recovery: "recovery" } as const

/** The link target of a sign-up mail: the site's origin. */
export const homeAddress = () => `${location.origin}/`

const newPasswordAddress = () => `${location.origin}/auth?mode=new-password`

/**
 * Requests a mail. The result does not reveal whether an account exists, except where the service does.
 * @param next path on this site that a sign-in link leads to
 */
export function sendMail({ auth }: SupabaseClient, purpose: MailPurpose, email: string, next: string) {
  switch (purpose) {
    case "signup":
      return auth.resend({ type: "signup", email, options: { emailRedirectTo: homeAddress() } })
    case "link":
      return auth.signInWithOtp({
        email,
        options: { shouldCreateUser: false, emailRedirectTo: location.origin + next },
      })
    case "recovery":
      return auth.resetPasswordForEmail(email, { redirectTo: newPasswordAddress() })
  }
}
