/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_kept: "This email was delivered or is on its way. Delivered emails are not kept.",
  unknown_account: "There is no such account anymore.",
  not_found: "There is no such account anymore.",
  has_account: "This address has an account. Open its page to erase it.",
  nothing: "Nothing is kept about this address.",
  not_joined: "This member is not in the competition.",
  yourself: "That is you. Another owner has to do it.",
  confirmation_differs: "What you typed is not the address of this account. Nothing was erased.",
  reauthentication_needed: "Confirm your two-step sign-in again first.",
  reason_missing: "Write why, in a few words. The journal keeps it.",
}
