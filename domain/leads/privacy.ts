import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** Everything submitted or requested under the person's email address; null when there is nothing. */
export async function exportLeads(db: Db, { email }: Account): Promise<unknown> {
  if (email === null) return null
  const address = email.toLowerCase()
  const submissions = await db.sql`
    select form, name, email, answers, consent_text, submitted_at, status, status_at from submissions
    where email = ${address} order by submitted_at
  `
  const replies = await db.sql`
    select r.at, r.subject, r.text from private.submission_replies r
    join submissions s on s.id = r.submission_id where s.email = ${address} order by r.at
  `
  const received = await db.sql`
    select m.at, m.sender, m.subject, m.text,
      (select coalesce(json_agg(f.name), '[]') from private.received_files f where f.mail_id = m.id) as files
    from private.received_mails m
    join submissions s on s.id = m.submission_id where s.email = ${address} order by m.at
  `
  const [subscriber] = await db.sql<{ id: string }>`
    select id, email, name, created_at, bounces from subscribers where email = ${address}
  `
  if (!subscriber) return submissions.length > 0 ? { submissions, replies, received } : null
  const { id, ...mailbox } = subscriber
  const subscriptions = await db.sql`
    select list, state, answers, requested_at, confirmed_at, ended_at from subscriptions
    where subscriber_id = ${id} order by list
  `
  const consent = await db.sql`
    select list, event, at, source, consent_text, ip, user_agent from consent_log where subscriber_id = ${id} order by id
  `
  const issues = await db.sql`
    select i.subject, i.list, d.state, d.attempted_at from newsletter_deliveries d
    join newsletter_issues i on i.id = d.issue_id
    where d.subscriber_id = ${id} order by d.attempted_at
  `
  return { submissions, replies, received, mailbox, subscriptions, consent, issues }
}

/**
 * Deletes all of it. A suppression stays as a fingerprint: deleting an account must not cause mail to be sent again to
 * someone who complained.
 */
export async function eraseLeads(db: Db, { email }: Pick<Account, "email">): Promise<{ rows: number }> {
  if (email === null) return { rows: 0 }
  const address = email.toLowerCase()
  const sent = await db.sql`delete from submissions where email = ${address} returning 1`
  const mailboxes = await db.sql`delete from subscribers where email = ${address} returning 1`
  return { rows: sent.length + mailboxes.length }
}
