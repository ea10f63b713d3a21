/**
 * Maps error codes to the sentences shown to visitors, verbatim from section 8 of the specification. A flow returns `{
 * ok: false, code }` and only this file has the wording.
 */
export const messages = {
  checkout_failed: "Failed to create checkout session. Please try again.",
  full_name_required: "Full name is required",
  user_already_exists: "An account with this email already exists. Try signing in instead.",
  signup_check_email: "Check your email for a confirmation link before signing in.",
  invalid_credentials: "Invalid email or password. Please check your credentials.",
  page_not_found: "Oops! Page not found",
  no_articles: "No articles found",
  no_articles_hint: "Try adjusting your search terms or filters",
  auth_provider_missing: "useAuth must be used within an AuthProvider",
  unexpected_error: "Unexpected Application Error!",
} as const

/** The message shown while the database does not respond; not in the specification. */
export const outage = {
  asOf: "Live updates are paused. This page is as of {time}.",
  title: "We cannot load this right now",
  read: "We cannot reach our database right now. Please try again in a minute.",
  write:
    "We cannot reach our database right now. If you were sending something, it may have been saved; we cannot tell yet. Please try again in a minute.",
  form: "Everything you typed is still here. We cannot reach our database right now, so we cannot tell whether it was saved. Please send it again in a minute: it will not be saved twice.",
  formWithoutKey:
    "Everything you typed is still here. We cannot reach our database right now, so we cannot tell whether it was saved. Look before you send it again, in a minute.",
  sendAgain: "Send it again",
  filesAgain: "Files cannot be kept here: go back and choose them again.",
} as const

/** Toasts of the specification: title, text and style. */
export const toasts = {
  checkout_failed: { title: "Error", description: messages.checkout_failed, variant: "destructive" },
} as const

/**
 * The sentence for an error of the authentication service: two codes have our own wording, every other message is shown
 * unchanged.
 * @param error `code` as GoTrue sends it (`user_already_exists`, `email_exists`, `invalid_credentials`), and its message
 */
export function authMessage(error: { code?: string | undefined; message: string }): string {
  if (error.code === "user_already_exists" || error.code === "email_exists")
    return messages.user_already_exists
  if (error.code === "invalid_credentials") return messages.invalid_credentials
  // Older GoTrue versions send no code.
  if (/already (been )?registered/i.test(error.message)) return messages.user_already_exists
  if (/invalid login credentials/i.test(error.message)) return messages.invalid_credentials
  return error.message
}
