import type { AuthMailContent } from "../options.ts"

/** Events about which the owner of an account is notified. */
export type NoticeKind =
  | "password_changed"
  | "address_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_codes_made"
  | "recovery_codes_removed"
  | "passkey_added"
  | "passkey_removed"

interface NoticeFacts {
  siteName: string
  /** Where the owner checks the account. */
  accountUrl: string
  /** The name of what was added or removed, or the new address. */
  name: string
}

const words: Record<NoticeKind, (name: string) => [heading: string, text: string]> = {
  password_changed: () => [
    "Your password was changed",
    "The password for your account was changed, and you were signed out on every other device.",
  ],
  address_changed: (name) => [
    "Your email address was changed",
    `Your account now uses ${name}. From now on, we send emails about it there.`,
  ],
  factor_added: (name) => [
    "Two-step sign-in was added",
    `Signing in to your account now also requires ${name}.`,
  ],
  factor_removed: (name) => [
    "A sign-in step was removed",
    `Signing in to your account no longer requires ${name}.`,
  ],
  recovery_codes_made: () => [
    "New recovery codes were created",
    "Your account has a new set of recovery codes. Codes from earlier sets no longer work.",
  ],
  recovery_codes_removed: () => [
    "Your recovery codes were removed",
    "The recovery codes for your account no longer work.",
  ],
  passkey_added: (name) => ["A passkey was added", `${name} can now sign in to your account.`],
  passkey_removed: (name) => ["A passkey was removed", `${name} can no longer sign in to your account.`],
}

/** The words of a notice. */
export function noticeContent(
  kind: NoticeKind,
  { siteName, accountUrl, name }: NoticeFacts,
): AuthMailContent {
  const [heading, text] = words[kind](name)
  return {
    subject: `${heading} (${siteName})`,
    heading,
    paragraphs: [text, "If that was you, there is nothing you need to do."],
    button: { label: "Check my account", url: accountUrl },
    footnote:
      "If it was not you, someone else may be in your account. Set a new password right away, and reply to this email if you cannot.",
  }
}
