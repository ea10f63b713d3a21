import type { Answers, LeadForm } from "#content/form-types.ts"
import { consentText } from "#content/forms.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { answerText } from "./answers.ts"
import { type SpamScore, spamFrom } from "./spam.ts"
import { submissionMails } from "./submission-mails.ts"

interface Submitting {
  form: LeadForm
  answers: Answers
  /** The idempotency key from the form's stamp. */
  key: string
  spam: SpamScore
}

/**
 * Stores a submission with the consent text that was accepted; the row itself marks its mails as due. Repeating it with the
 * same key and answers has no effect; the same key with different answers updates the submission until someone has
 * decided on it.
 *
 * One statement, followed by a nudge to send the mails. A job in the same transaction would wake a worker with NOTIFY, and
 * commits that notify are serialized. If the nudge is lost with the process, the deadline that
 * runs every minute sends the mails.
 */
export async function submit(world: World, submitting: Submitting): Promise<void> {
  const { form, answers, key, spam } = submitting
  const now = world.now()
  const isSpam = spam.score >= spamFrom
  const due = isSpam ? null : dueAt(form, now)
  const made = await world.db.sql`
    insert into submissions (
      form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, spam_score,
      spam_reasons, due_at, mails_due
    )
    values (
      ${form.id}, ${form.version}, ${key}, ${answerText(answers, "email")}, ${nameIn(answers)},
      ${world.db.sql.json(answers)}, ${consentText(form)}, ${now}, ${isSpam ? "spam" : "new"}, ${now},
      ${Math.min(spam.score, 1000)}, ${spam.reasons}, ${due}, ${!isSpam}
    )
    on conflict (form, key) do nothing
    returning 1
  `
  const mails = made.length > 0 ? !isSpam : await world.db.transaction((db) => change(world, db, submitting))
  if (mails) world.jobs.wake(world.db, submissionMails)
}

/**
 * Returns whether there is anything new to mail. A quarantined submission is released when its updated answers no longer
 * look like spam; an update never moves an accepted submission into quarantine.
 */
async function change(world: World, db: Db, { form, answers, key, spam }: Submitting): Promise<boolean> {
  const [kept] = await db.sql<{
    id: string
    status: string
    decided: boolean
    same: boolean
    answers: Answers
  }>`
    select id, status, status_by is not null as decided, answers, answers = ${db.sql.json(answers)}::jsonb as same
    from submissions where form = ${form.id} and key = ${key}
    for update
  `
  if (!kept || kept.same) return false
  const quarantined = kept.status === "spam" && !kept.decided
  if (kept.status !== "new" && !quarantined) return false
  const isSpam = quarantined && spam.score >= spamFrom
  const changed = { changes: quarantined ? 0 : 1, status: isSpam ? "spam" : "new" }
  await db.sql`
    update submissions set answers = ${db.sql.json(answers)}, email = ${answerText(answers, "email")},
      name = ${nameIn(answers)}, changes = changes + ${changed.changes}, mails_due = ${!isSpam},
      status = ${changed.status}, due_at = coalesce(due_at, ${isSpam ? null : dueAt(form, world.now())})
    where id = ${kept.id}
  `
  await db.sql`
    insert into submission_history (submission_id, at, by, status, note, answers)
    values (
      ${kept.id}, ${world.now()}, 'sender', ${changed.status}, 'Sent again with other answers',
      ${db.sql.json(kept.answers)}
    )
  `
  return !isSpam
}

/** When the reply promised by the form is due; null when the form promises none. */
export function dueAt(form: LeadForm, from: Date): Date | null {
  const hours = "inbox" in form.to ? form.to.inbox.replyHours : undefined
  return hours ? new Date(from.getTime() + hours * 3_600_000) : null
}

function nameIn(answers: Answers): string {
  return answerText(answers, "name") || answerText(answers, "contactName")
}
