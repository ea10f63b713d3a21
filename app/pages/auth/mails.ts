import type { SupabaseClient } from "@supabase/supabase-js"

/** Why a mail with a link and six digits is sent from the sign-in page. */
export type MailPurpose = "signup" | "link" | "recovery"

/** The type under which the service takes the six digits of each mail. */
export const codeTypes = { signup: "signup", link: "email", recovery: "recovery" } as const

/** Where the link of a sign-up mail leads: the site's origin. */
export const homeAddress = () => `${location.origin}/`

const newPasswordAddress = () => `${location.origin}/auth?mode=new-password`

/**
 * Has a mail sent. Whether the address has an account is not told, except where the service says so itself.
 * @param next path of ours to which a sign-in link leads
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
