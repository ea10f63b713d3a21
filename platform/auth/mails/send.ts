import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { type MailFacts, type MailKind, mailContents } from "./contents.ts"
import { describeLifetime } from "./lifetime.ts"

/** Queues a mail in the transaction of `db`, so that it is sent if and only if the transaction commits. */
export async function sendMail<Kind extends MailKind>(
  auth: Auth,
  db: Db,
  kind: Kind,
  to: string,
  facts: Omit<MailFacts[Kind], "siteName" | "lifetime">,
): Promise<void> {
  const content = mailContents[kind]({
    ...facts,
    siteName: auth.brand.name,
    lifetime: describeLifetime(auth.config.otpLifetimeS),
  } as MailFacts[Kind])
  await auth.mail.queue(db, { ...auth.brand.renderMail(content), to, kind: `auth.${kind}` })
}
