import type { Answers } from "#content/form-types.ts"
import { formById } from "#content/forms.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { declineMail, inviteMail } from "./mails/decision.ts"
import { submissionMails } from "./submission-mails.ts"
import { dueAt } from "./submit.ts"
import { subscribeIn } from "./subscribe.ts"
import { inThread } from "./threads/address.ts"

export const statuses = ["new", "in-review", "accepted", "declined", "spam"] as const
export type SubmissionStatus = (typeof statuses)[number]

export interface Submission {
  id: string
  form: string
  formVersion: number
  email: string
  name: string
  answers: Answers
  consentText: string
  submittedAt: Date
  status: SubmissionStatus
  statusBy: string | null
  spamScore: number
  spamReasons: string[]
  dueAt: Date | null
  /** Since when a reply of its sender waits. */
  waitingSince: Date | null
  assignedTo: string | null
  snoozedUntil: Date | null
  closedAt: Date | null
}

interface HistoryEntry {
  at: Date
  by: string | null
  status: SubmissionStatus
  note: string | null
}

/** One submission, by its id or a prefix of it, with the history of decisions. */
export async function showSubmission(
  db: Db,
  id: string,
): Promise<
  | { ok: true; submission: Submission; history: HistoryEntry[] }
  | { ok: false; code: "not_found" | "ambiguous" }
> {
  if (!/^[0-9a-f-]{4,36}$/i.test(id)) return { ok: false, code: "not_found" }
  const found = await db.sql<Submission>`
    select ${submissionColumns(db)} from submissions where id::text like ${`${id.toLowerCase()}%`} limit 2
  `
  const [submission, second] = found
  if (!submission) return { ok: false, code: "not_found" }
  if (second) return { ok: false, code: "ambiguous" }
  const history = await db.sql<HistoryEntry>`
    select at, by, status, note from submission_history where submission_id = ${submission.id} order by id
  `
  return { ok: true, submission, history }
}

/** The mail that a decision sends automatically. */
export type DecisionMail = "invite" | "decline"

/**
 * Sets the status and records who decided and why. If the form is configured for it, accepting sends an invite and
 * declining sends a note, each at most once.
 * @param decision.quiet send no mail; the operator replies personally
 * Errors: `not_found`, `unchanged`.
 */
export async function decide(
  world: World,
  decision: { id: string; status: SubmissionStatus; by: string; note?: string; quiet?: boolean },
): Promise<{ ok: true; mailed: DecisionMail | null } | { ok: false; code: "not_found" | "unchanged" }> {
  const { id, status, by } = decision
  const now = world.now()
  return world.db.transaction(async (db) => {
    const [row] = await db.sql<{
      form: string
      email: string
      name: string
      status: string
      answers: Answers
      quarantined: boolean
    }>`
      select form, email, name, status, answers, status = 'spam' and status_by is null as quarantined from submissions where id = ${id} for update
    `
    if (!row) return { ok: false, code: "not_found" }
    // Confirming a quarantined submission as spam is a decision too: it removes the submission from the open list.
    if (row.status === status && !row.quarantined) return { ok: false, code: "unchanged" }
    await db.sql`
      update submissions set status = ${status}, status_at = ${now}, status_by = ${by} where id = ${id}
    `
    await db.sql`
      insert into submission_history (submission_id, at, by, status, note)
      values (${id}, ${now}, ${by}, ${status}, ${decision.note ?? null})
    `
    if (row.quarantined && status !== "spam") await release(world, db, id, row)
    const mailed = decision.quiet ? null : mailOf(row.form, status)
    if (mailed) {
      const { siteUrl } = world.settings
      const message =
        mailed === "invite"
          ? inviteMail(row.email, row.name, siteUrl, world.published.words.links.club)
          : declineMail(row.email, row.name, siteUrl)
      await world.mail.queue(db, inThread(world, id, message), { key: `submission:${id}:${mailed}` })
    }
    return { ok: true, mailed }
  })
}

/**
 * Treats a submission released from quarantine as if it had just arrived: its mails are sent, its response time starts,
 * and its list asks for confirmation.
 */
async function release(
  world: World,
  db: Db,
  id: string,
  { form: formId, answers }: { form: string; answers: Answers },
): Promise<void> {
  const form = formById(formId)
  if (!form) return
  if ("list" in form.to) {
    const sender = { ip: null, userAgent: null }
    await subscribeIn(world, db, { form, list: form.to.list, answers, sender })
  } else {
    await db.sql`update submissions set mails_due = true, due_at = ${dueAt(form, world.now())} where id = ${id}`
    world.jobs.wake(db, submissionMails)
  }
}

function mailOf(formId: string, status: SubmissionStatus): DecisionMail | null {
  const to = formById(formId)?.to
  if (!to || !("inbox" in to)) return null
  if (status === "accepted" && to.inbox.onAccept === "invite") return "invite"
  return status === "declined" && to.inbox.onDecline === "note" ? "decline" : null
}

/** The columns of a submission, as `Submission` names them. */
export function submissionColumns(db: Db) {
  return db.sql`
    id, form, form_version as "formVersion", email, name, answers, consent_text as "consentText",
    submitted_at as "submittedAt", status, status_by as "statusBy",
    spam_score as "spamScore", spam_reasons as "spamReasons", due_at as "dueAt",
    waiting_since as "waitingSince", assigned_to as "assignedTo", snoozed_until as "snoozedUntil", closed_at as "closedAt"
  `
}
