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

/** Toasts of the specification: title, text and style. */
export const toasts = {
  checkout_failed: { title: "Error", description: messages.checkout_failed, variant: "destructive" },
} as const
