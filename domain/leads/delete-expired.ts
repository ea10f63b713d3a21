import { forgetMailCounts } from "#domain/mail-allowance.ts"
import type { World } from "#domain/world.ts"

/**
 * Deletes expired data: unconfirmed addresses (30 days), spam that was reported to the operators (90 days), and the IP
 * network and browser in proofs of consent that ended
 * more than two years ago. Run by a job every hour.
 */
export async function deleteExpiredLeads(world: World): Promise<void> {
  const now = world.now()
  const { sql } = world.db
  await forgetMailCounts(world)
  await sql`
    delete from submissions
    where status = 'spam' and submitted_at < ${now}::timestamptz - interval '90 days'
      and (status_by is not null or quarantine_told_at is not null)
  `
  await sql`
    delete from subscriptions where state = 'pending' and requested_at < ${now}::timestamptz - interval '30 days'
      and coalesce(confirm_until, requested_at) < ${now}
  `
  await sql`
    delete from subscribers who
    where created_at < ${now}::timestamptz - interval '30 days'
      and not exists (select from subscriptions s where s.subscriber_id = who.id)
  `
  await sql`
    update consent_log log set ip = null, user_agent = null
    where log.ip is not null and exists (
      select from subscriptions s where s.subscriber_id = log.subscriber_id and s.list = log.list
        and s.state = 'unsubscribed' and s.ended_at < ${now}::timestamptz - interval '2 years'
    )
  `
}
