/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_kept: "This mail was delivered or is on its way. Delivered mails are not kept.",
  unknown_account: "There is no such account any more.",
  not_found: "There is no such account any more.",
  yourself: "That is you. Another owner has to do it.",
  confirmation_differs: "What you typed is not the address of this account. Nothing was erased.",
  reauthentication_needed: "Enter your second factor again first.",
  reason_missing: "Write why, in a few words: the journal keeps it.",
}
