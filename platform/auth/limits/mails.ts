import type { Db } from "#ports/db.ts"
import { mailboxOf } from "#primitives/mailbox.ts"
import type { Auth } from "../auth.ts"
import { Refusal, tooMany } from "../refusal.ts"

/**
 * Counts one mail to `address`, whether or not it has an account, in the transaction that queues it. Throws 429 when the
 * previous mail to the address was less than `mailMinIntervalS` ago, or when its mailbox, all aliases together, has had
 * `mailsPerAddressPerHour`. The interval is by address, because a change of address may mail two aliases of one mailbox.
 */
export async function countMail(auth: Auth, db: Db, address: string): Promise<void> {
  const { mailMinIntervalS, mailsPerAddressPerHour } = auth.config
  const now = auth.now().getTime()
  const ofAddress = auth.secrets.digest("mails", address)
  const ofMailbox = auth.secrets.digest("mailboxes", mailboxOf(address))
  // Requests for one mailbox wait for each other, which covers those for one address.
  await db.sql`select pg_advisory_xact_lock(${ofMailbox.readBigInt64BE().toString()}::bigint)`
  const waitMs = ((await sentTo(db, ofAddress, now))[0] ?? 0) + mailMinIntervalS * 1000 - now
  if (waitMs > 0)
    throw tooMany(
      "over_email_send_rate_limit",
      (seconds) => `For security purposes, you can only request this after ${seconds} seconds.`,
      waitMs,
    )
  const sent = await sentTo(db, ofMailbox, now)
  if (sent.length >= mailsPerAddressPerHour) {
    const oldest = sent[mailsPerAddressPerHour - 1] ?? now
    throw new Refusal(429, "over_email_send_rate_limit", "email rate limit exceeded", {
      retryAfterSeconds: Math.max(1, Math.ceil((oldest + 3_600_000 - now) / 1000)),
    })
  }
  await db.sql`
    insert into auth_private.mail_sends (key, sent_at)
    values (${ofAddress}, ${new Date(now)}), (${ofMailbox}, ${new Date(now)})`
}

/** When mails counted under `key` were sent within the last hour, in ms, the latest first. */
async function sentTo(db: Db, key: Buffer, now: number): Promise<number[]> {
  const rows = await db.sql<{ sent_at: Date }>`
    select sent_at from auth_private.mail_sends
    where key = ${key} and sent_at > ${new Date(now - 3_600_000)}
    order by sent_at desc limit 1000`
  return rows.map((row) => row.sent_at.getTime())
}
