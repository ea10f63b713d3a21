import { countOf } from "#content/amounts.ts"
import type { World } from "#domain/world.ts"
import { recordRefusal } from "../suppress.ts"
import { countedLinks, keepLinks } from "./clicks.ts"
import { type Ending, end, endAndBegin, type Mailing } from "./delivery.ts"
import { type Issue, lockIssue } from "./issue.ts"
import { prepareLetter } from "./letter.ts"
import { chooseRecipients, leaveQueue } from "./recipients.ts"

/** Mails in flight at a time, and so the most whose delivery can be unknown after the process is killed. */
const mailsAtOnce = 4
/** Attempts per address before the delivery counts as failed. */
const mostAttempts = 12
/** After this many consecutive failures the mail server is presumed down, and the rest waits for the next run. */
const troubleFrom = 10
const lookAhead = 100

type SendOutcome = "finished" | "not-due" | "stopped"

/**
 * Sends an issue that is due, or resumes it after a shutdown or crash. Nobody receives it twice: every mail is recorded as
 * being sent before it is sent. Mails that a killed run left in that state are retried only through an idempotent
 * transport; otherwise they become `unknown`, and an operator decides (recipients.ts).
 * Throws when the mail server is failing or `signal` aborts the run, so that the job is retried.
 */
export async function sendIssue(
  world: World,
  { issue: id, signal }: { issue: number; signal?: AbortSignal },
): Promise<SendOutcome> {
  const runner = crypto.randomUUID()
  const issue = await takeOver(world, id, runner)
  if (!issue) return "not-due"
  const run: Run = {
    world,
    issue,
    runner,
    letterTo: prepareLetter(world, issue, { links: await countedLinks(world.db, id) }),
    published: false,
    failedInARow: 0,
    lastReason: "",
    next: [],
    fetching: null,
    ended: false,
  }
  const lanes = Array.from({ length: mailsAtOnce }, () => sendWaiting(run, signal))
  // The next run must not find mails whose outcome this one is still recording.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
  signal?.throwIfAborted()
  if (inTrouble(run)) throw new Error(`The email server refuses: ${run.lastReason}`)
  return finish(run)
}

interface Run {
  world: World
  issue: Issue
  runner: string
  letterTo: ReturnType<typeof prepareLetter>
  /** Whether this run has put the issue into the archive, or found it there. */
  published: boolean
  failedInARow: number
  lastReason: string
  next: string[]
  fetching: Promise<void> | null
  ended: boolean
}

/** Starts sending or takes over from another run; undefined when the issue is not due or is no longer to be sent. */
async function takeOver(world: World, id: number, runner: string): Promise<Issue | undefined> {
  const now = world.now()
  const { repeatable } = world.transports.newsletters
  return world.db.transaction(async (db) => {
    const issue = await lockIssue(db, id)
    if (!issue) return undefined
    const due = issue.state === "scheduled" && (issue.scheduledAt ?? now) <= now
    if (!due && issue.state !== "sending") return undefined
    await db.sql`
      update newsletter_issues set state = 'sending', started_at = coalesce(started_at, ${now}), runner = ${runner}
      where id = ${id}
    `
    if (due) {
      await chooseRecipients(db, issue)
      await keepLinks(db, issue)
    }
    await db.sql`
      update newsletter_deliveries set
        state = ${repeatable ? "queued" : "unknown"},
        answer = 'The process ended while the mail was being handed over'
      where issue_id = ${id} and state = 'sending'
    `
    return issue
  })
}

/** Sends mails one at a time until none is left, another run takes over, or the mail server is failing. */
async function sendWaiting(run: Run, signal: AbortSignal | undefined): Promise<void> {
  let last: Ending | undefined
  while (!signal?.aborted && !inTrouble(run)) {
    const id = await nextDelivery(run)
    if (id === undefined) break
    const mailing = await endAndBegin(run, last, id)
    last = mailing && (await deliver(run, id, mailing))
  }
  if (last) await end(run.world.db, last)
}

const inTrouble = (run: Run): boolean => run.failedInARow >= troubleFrom

/** Ids of waiting mails that this run has not attempted yet; none when another run has taken over. */
async function nextDelivery(run: Run): Promise<string | undefined> {
  while (run.next.length === 0 && !run.ended) {
    run.fetching ??= fetchMore(run).finally(() => {
      run.fetching = null
    })
    await run.fetching
  }
  return run.next.shift()
}

async function fetchMore(run: Run): Promise<void> {
  const rows = await run.world.db.sql<{ id: string }>`
    select d.id from newsletter_deliveries d
    join newsletter_issues i on i.id = d.issue_id and i.runner = ${run.runner} and i.state = 'sending'
    where d.issue_id = ${run.issue.id} and d.state = 'queued' and d.tried_by is distinct from ${run.runner}
    order by d.id limit ${lookAhead}
  `
  run.next = rows.map(({ id }) => id)
  run.ended = rows.length === 0
}

/** Sends one mail and returns the outcome. */
async function deliver(run: Run, id: string, mailing: Mailing): Promise<Ending> {
  const { world } = run
  const transport = world.transports.newsletters
  const { subscriberId, email, attempts } = mailing
  const message = run.letterTo({ subscriberId, email })
  const result = await transport.deliver({ id, queuedAt: mailing.attemptedAt, message })
  if (result.ok) {
    run.failedInARow = 0
    await publish(run)
    return { id, state: "sent", answer: result.answer, at: world.now() }
  }
  const { reason: answer } = result
  if (result.permanent || attempts >= mostAttempts) {
    if (result.permanent) await recordRefusal(world, email, answer)
    return { id, state: "failed", answer, at: world.now() }
  }
  run.failedInARow++
  run.lastReason = answer
  // The server may or may not have accepted it. A missing mail is better than a duplicate.
  if (result.uncertain && !transport.repeatable) return { id, state: "unknown", answer, at: world.now() }
  return { id, state: "queued", answer, at: null }
}

/** With the first accepted mail the issue is public, because its readers may open it in a browser. */
async function publish(run: Run): Promise<void> {
  if (run.published) return
  run.published = true
  const { db, now } = run.world
  await db.sql`
    update newsletter_issues set published_at = ${now()} where id = ${run.issue.id} and published_at is null`
}

/** Marks the issue as sent when no mail is left. Throws when mails are waiting for a retry. */
async function finish({ world, issue, runner }: Run): Promise<SendOutcome> {
  const now = world.now()
  const [row] = (await world.db.sql`
    select (i.runner = ${runner} and i.state = 'sending') as mine, (
      select count(*)::integer from newsletter_deliveries d
      where d.issue_id = i.id and d.state in ('queued', 'sending')
    ) as left
    from newsletter_issues i where i.id = ${issue.id}
  `) as [{ left: number; mine: boolean }]
  if (!row.mine) return "stopped"
  if (row.left > 0) throw new Error(`${countOf(row.left, "email")} not sent yet; trying again`)
  await world.db.transaction(async (db) => {
    await db.sql`
      update newsletter_issues set state = 'sent', finished_at = ${now} where id = ${issue.id} and state = 'sending'
    `
    await leaveQueue(world, db, issue)
  })
  world.log.info({ issue: issue.id, list: issue.list }, "Newsletter sent")
  return "finished"
}
