import type { Db } from "#domain/world.ts"
import type { Auth } from "../auth.ts"
import { Refusal, tooMany } from "../refusal.ts"

/**
 * Counts one mail to `address`, whether or not it has an account, in the transaction that queues it. Throws
 * 429 when the previous one was less than `mailMinIntervalS` ago or the hourly limit is reached.
 */
export async function countMail(auth: Auth, db: Db, address: string): Promise<void> {
  const { mailMinIntervalS, mailsPerAddressPerHour } = auth.config
  const now = auth.now().getTime()
  const key = auth.secrets.digest("mails", address)
  await db.sql`select pg_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint)`
  const sent = await db.sql<{ sent_at: Date }>`
    select sent_at from auth_private.mail_sends
    where key = ${key} and sent_at > ${new Date(now - 3_600_000)}
    order by sent_at desc limit 1000`
  const waitMs = (sent[0]?.sent_at.getTime() ?? 0) + mailMinIntervalS * 1000 - now
  if (waitMs > 0)
    throw tooMany(
      "over_email_send_rate_limit",
      (seconds) => `For security purposes, you can only request this after ${seconds} seconds.`,
      waitMs,
    )
  if (sent.length >= mailsPerAddressPerHour) {
    const oldest = sent[mailsPerAddressPerHour - 1]?.sent_at.getTime() ?? now
    throw new Refusal(429, "over_email_send_rate_limit", "email rate limit exceeded", {
      retryAfterSeconds: Math.max(1, Math.ceil((oldest + 3_600_000 - now) / 1000)),
    })
  }
  await db.sql`insert into auth_private.mail_sends (key, sent_at) values (${key}, ${new Date(now)})`
}
