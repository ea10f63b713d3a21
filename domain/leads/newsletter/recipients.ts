import { listById } from "#content/lists.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { type Issue, issueQueue, lockIssue } from "./issue.ts"

export interface Recipient {
  email: string
  state: string
  attempts: number
  /** The mail server's response, or why it was skipped. */
  answer: string | null
  endedAt: Date | null
}

export const deliveryStates = ["queued", "sending", "sent", "failed", "unknown", "skipped"] as const

/** One page of the recipients of an issue, those with problems first, and how many match on all pages. */
export async function pageOfRecipients(
  { sql }: Db,
  { issue, state, who }: { issue: number; state?: string | undefined; who?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Recipient[]; total: number }> {
  const like = who ? `%${who.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null
  const matching = sql`
    from newsletter_deliveries d join subscribers who on who.id = d.subscriber_id
    where d.issue_id = ${issue} and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${like}::text is null or who.email like ${like})`
  const [count] = (await sql`select count(*)::integer as n ${matching}`) as [{ n: number }]
  const rows = await sql<Recipient>`
    select who.email, d.state, d.attempts, d.answer, d.ended_at as "endedAt" ${matching}
    order by d.state in ('failed', 'unknown') desc, who.email limit ${limit} offset ${offset}`
  return { rows: [...rows], total: count.n }
}

/**
 * Resends an issue to recipients whose delivery failed or is unknown. An operator decides this, because a recipient whose
 * delivery is unknown may already have it. Errors: `not_found`, `not_sent` (sending has not finished), `nothing`
 * (everyone has it).
 */
export async function retryIssue(
  world: World,
  id: number,
): Promise<{ ok: true; mails: number } | { ok: false; code: "not_found" | "not_sent" | "nothing" }> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const issue = await lockIssue(db, id)
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

/** Creates a row for each recipient. A waitlist issue goes to as many people as there are places, longest-waiting first. */
export async function chooseRecipients(db: Db, issue: Issue): Promise<void> {
  await db.sql`
    insert into newsletter_deliveries (issue_id, subscriber_id)
    select ${issue.id}, subscriber_id from subscriptions
    where list = ${issue.list} and state = 'confirmed'
    order by confirmed_at, id limit ${issue.places}
    on conflict do nothing
  `
}

/** Receiving the single mail of a waitlist or about a sponsored race removes the recipient: that is what they consented to. */
export async function leaveQueue(world: World, db: Db, issue: Issue): Promise<void> {
  const isSponsored = listById(issue.list)?.kind === "sponsored"
  if (issue.places === null && !isSponsored) return
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
    select subscriber_id, list, 'unsubscribed', ${now}, ${isSponsored ? "the email was sent" : "a place was free"} from served
  `
}

/** How many confirmed readers each list has, and how many of its addresses bounced. */
export function readersByList(db: Db): PromiseLike<{ list: string; confirmed: number; bounced: number }[]> {
  return db.sql<{ list: string; confirmed: number; bounced: number }>`
    select s.list, count(*) filter (where s.state = 'confirmed')::integer as confirmed,
      count(*) filter (where who.bounces > 0)::integer as bounced
    from subscriptions s join subscribers who on who.id = s.subscriber_id group by s.list order by s.list
  `
}
