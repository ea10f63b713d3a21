import type { Db } from "#domain/world.ts"
import type { Auth } from "../auth.ts"
import type { AuthMailContent } from "../options.ts"

/** What the owner of an account is told about after it happened. */
type NoticeKind =
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
  siteUrl: string
  /** The name of what was added or removed, or the new address. */
  name: string
}

const words: Record<NoticeKind, (name: string) => [heading: string, text: string]> = {
  password_changed: () => [
    "Your password was changed",
    "The password of your account was changed. Every other device was signed out.",
  ],
  address_changed: (name) => [
    "Your email address was changed",
    `Your account now belongs to ${name}. From now on, mails about it go there.`,
  ],
  factor_added: (name) => ["A second step was added", `Signing in to your account now also takes ${name}.`],
  factor_removed: (name) => [
    "A second step was removed",
    `Signing in to your account no longer takes ${name}.`,
  ],
  recovery_codes_made: () => [
    "New recovery codes were made",
    "A new set of recovery codes was made for your account. Codes from an earlier set no longer work.",
  ],
  recovery_codes_removed: () => [
    "Your recovery codes were removed",
    "The recovery codes of your account no longer work.",
  ],
  passkey_added: (name) => ["A passkey was added", `${name} can now sign in to your account.`],
  passkey_removed: (name) => ["A passkey was removed", `${name} can no longer sign in to your account.`],
}

export function noticeContent(kind: NoticeKind, { siteName, siteUrl, name }: NoticeFacts): AuthMailContent {
  const [heading, text] = words[kind](name)
  return {
    subject: `${heading} (${siteName})`,
    heading,
    paragraphs: [text, "If that was you, there is nothing to do."],
    button: { label: "Open the site", url: siteUrl },
    footnote:
      "If it was not you, somebody else may be in your account: set a new password at once, and answer this mail if you cannot.",
  }
}

/**
 * Queues a mail about a change to the account, in the transaction that makes it. It is not counted against the limits
 * of mails: a stranger must not be able to use those up first. Accounts without a confirmed address get none.
 */
export async function sendNotice(
  auth: Auth,
  db: Db,
  kind: NoticeKind,
  user: { email: string | null; email_confirmed_at: Date | null },
  name = "",
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const content = noticeContent(kind, { siteName: auth.brand.name, siteUrl: auth.siteUrl, name })
  await auth.mail.queue(db, { ...auth.brand.renderMail(content), to: user.email, kind: `auth.${kind}` })
}
