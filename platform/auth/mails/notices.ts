import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { type NoticeKind, noticeContent } from "./notice-content.ts"

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
  const { name: siteName, securityPath = "" } = auth.brand
  const content = noticeContent(kind, { siteName, accountUrl: auth.siteUrl + securityPath, name })
  await auth.mail.queue(db, { ...auth.brand.renderMail(content), to: user.email, kind: `auth.${kind}` })
}
