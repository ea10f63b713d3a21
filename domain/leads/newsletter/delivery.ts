import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Issue } from "./issue.ts"

/** A mail that is being sent. */
export interface Mailing {
  /** Number of attempts, including this one. */
  attempts: number
  /** When the first attempt began. */
  attemptedAt: Date
  subscriberId: string
  email: string
}

/** The outcome of one delivery attempt. */
export interface Ending {
  id: string
  state: "sent" | "failed" | "unknown" | "queued"
  answer: string
  at: Date | null
}

/**
 * Records the outcome of the last mail and, in the same statement, marks the next one as being sent before it is sent:
 * one commit per mail. Undefined when the next mail must not be sent: another run has taken over, the issue was canceled,
 * or the address has been unsubscribed in the meantime.
 */
export async function endAndBegin(
  { world, issue, runner }: { world: World; issue: Issue; runner: string },
  last: Ending | undefined,
  id: string,
): Promise<Mailing | undefined> {
  const now = world.now()
  const [row] = await world.db.sql<Mailing & { state: string }>`
    with ended as (${ending(world.db, last)})
    update newsletter_deliveries d set
      state = case when wanted.yes then 'sending' else 'skipped' end,
      attempts = attempts + 1, tried_by = ${runner}, attempted_at = coalesce(attempted_at, ${now}),
      answer = case when wanted.yes then null else 'Left the list before it was sent' end,
      ended_at = case when wanted.yes then null else ${now}::timestamptz end
    from subscribers who, lateral (
      select exists (
        select from subscriptions s
        where s.subscriber_id = who.id and s.list = ${issue.list} and s.state = 'confirmed'
      ) as yes
    ) wanted
    where d.id = ${id} and d.state = 'queued' and d.tried_by is distinct from ${runner} and who.id = d.subscriber_id and exists (
      select from newsletter_issues i where i.id = d.issue_id and i.runner = ${runner} and i.state = 'sending'
    )
    returning d.state, d.attempts, d.attempted_at as "attemptedAt", d.subscriber_id as "subscriberId", who.email
  `
  return row?.state === "sending" ? row : undefined
}

/** Records the outcome of a mail. */
export async function end(db: Db, last: Ending): Promise<void> {
  await ending(db, last)
}

/** A run that was presumed dead may still finish its delivery, so `unknown` can later resolve to a definite outcome. */
function ending(db: Db, last: Ending | undefined) {
  return db.sql`
    update newsletter_deliveries
    set state = ${last?.state ?? ""}, answer = ${last?.answer.slice(0, 300) ?? ""}, ended_at = ${last?.at ?? null}
    where id = ${last?.id ?? null}::uuid and state in ('sending', 'unknown')
  `
}
