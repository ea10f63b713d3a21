import type { Db, World } from "#domain/world.ts"
import { type Issue, issueQueue, readIssue } from "./issue.ts"

interface Recipient {
  email: string
  state: string
  attempts: number
  /** What the mail server said, or why it was skipped. */
  answer: string | null
  endedAt: Date | null
}

/** Who gets an issue and how that went, by address; made when the sending begins. */
export async function issueRecipients(db: Db, id: number, state?: string): Promise<Recipient[]> {
  return db.sql<Recipient>`
    select who.email, d.state, d.attempts, d.answer, d.ended_at as "endedAt"
    from newsletter_deliveries d join subscribers who on who.id = d.subscriber_id
    where d.issue_id = ${id} and (${state ?? null}::text is null or d.state = ${state ?? null})
    order by who.email
  `
}

/**
 * Sends an issue once more to those whose mail failed or is in doubt: an operator's decision, because one in doubt may have
 * it already. Errors: `not_found`, `not_sent` (it has not ended yet), `nothing` (everybody has it).
 */
export async function retryIssue(
  world: World,
  id: number,
): Promise<{ ok: true; mails: number } | { ok: false; code: "not_found" | "not_sent" | "nothing" }> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const issue = await readIssue(db, id, true)
    if (!issue) return { ok: false, code: "not_found" }
    if (issue.state !== "sent") return { ok: false, code: "not_sent" }
    const again = await db.sql`
      update newsletter_deliveries set state = 'queued', attempts = 0, tried_by = null, answer = null, ended_at = null
      where issue_id = ${id} and state in ('failed', 'unknown') returning 1
    `
    if (again.length === 0) return { ok: false, code: "nothing" }
    await db.sql`
      update newsletter_issues set state = 'sending', finished_at = null, updated_at = ${now} where id = ${id}
    `
    await world.jobs.add(db, issueQueue, { issue: id }, { key: `${id} again ${now.toISOString()}` })
    return { ok: true, mails: again.length }
  })
}

/** Makes the row of everybody who is to get the issue: for a waitlist as many as there are places, the first in the queue. */
export async function chooseRecipients(db: Db, issue: Issue): Promise<void> {
  await db.sql`
    insert into newsletter_deliveries (issue_id, subscriber_id)
    select ${issue.id}, subscriber_id from subscriptions
    where list = ${issue.list} and state = 'confirmed'
    order by confirmed_at, id limit ${issue.places}
    on conflict do nothing
  `
}

/** Whoever got the one mail of a waitlist has left its queue by it: that is what they agreed to. */
export async function leaveQueue(world: World, db: Db, issue: Issue): Promise<void> {
  if (issue.places === null) return
  const now = world.now()
  await db.sql`
    with served as (
      update subscriptions s set state = 'unsubscribed', ended_at = ${now}
      from newsletter_deliveries d
      where d.issue_id = ${issue.id} and d.state = 'sent' and s.subscriber_id = d.subscriber_id
        and s.list = ${issue.list} and s.state = 'confirmed' and s.confirmed_at < d.ended_at
      returning s.subscriber_id, s.list
    )
    insert into consent_log (subscriber_id, list, event, at, source)
    select subscriber_id, list, 'unsubscribed', ${now}, 'a place was free' from served
  `
}
