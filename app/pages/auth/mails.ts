import type { SupabaseClient } from "@supabase/supabase-js"
import { linkPage } from "#content/site.ts"

/** The purpose of a mail with a link and a six-digit code. */
export type MailPurpose = "signup" | "join" | "link" | "recovery"

/** The token type for verifying the six digits of each mail. */
export const codeTypes = { signup: "signup", join: "email", link: "email", recovery: "recovery" } as const

/**
 * The target of a mailed link: the page whose button uses it up, because programs that scan mail open links as well.
 * From there the visitor continues to `next`, a path on this site.
 */
export const askingAddress = (next: string) =>
  `${location.origin}${linkPage}${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`

/** The next page for somebody who has joined: the account page, which starts with the first day. */
export const firstDayPath = "/account"

/** The form that a recovery link leads to. */
export const newPasswordPath = "/auth?mode=new-password"

/**
 * Requests a mail. The result does not reveal whether an account exists, except where the service does.
 * @param next path on this site that the link leads to
 */
export function sendMail({ auth }: SupabaseClient, purpose: MailPurpose, email: string, next: string) {
  switch (purpose) {
    case "signup":
      return auth.resend({ type: "signup", email, options: { emailRedirectTo: askingAddress(next) } })
    // The account was made with the first mail.
    case "join":
    case "link":
      return auth.signInWithOtp({
        email,
        options: { shouldCreateUser: false, emailRedirectTo: askingAddress(next) },
      })
    case "recovery":
      return auth.resetPasswordForEmail(email, { redirectTo: askingAddress(newPasswordPath) })
  }
}
