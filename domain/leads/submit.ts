import type { Answers, LeadForm } from "#content/form-types.ts"
import { consentText } from "#content/forms.ts"
import type { Db, World } from "#domain/world.ts"
import { answerText } from "./answers.ts"
import { type SpamScore, spamFrom } from "./spam.ts"
import { submissionMails } from "./submission-mails.ts"

interface Submitting {
  form: LeadForm
  answers: Answers
  /** Of the form's stamp: the same key is the same submission. */
  key: string
  spam: SpamScore
}

/**
 * Keeps a submission with the words that were agreed to; the row itself says that its mails are due. Sent again with the
 * same key and the same answers nothing happens; with others it is the same submission, changed, as long as nobody has
 * decided on it.
 *
 * One statement, and then a nudge for the mails: a job in the same transaction would wake a worker by NOTIFY, and commits
 * that notify wait for each other (`npm run bench -- shop`). A nudge that is lost with the process is made up for by the
 * deadline that looks every minute.
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
  if (mails) world.jobs.wake(submissionMails)
}

/**
 * Answers whether there is something new to mail. A submission that the rules took for spam leaves the quarantine when what
 * is sent now does not look like it; one that arrived is not put there by a change.
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
  const quarantined = kept?.status === "spam" && !kept.decided
  if (!kept || kept.same || (kept.status !== "new" && !quarantined)) return false
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

/** When the answer is due that the form promises; null when it promises none. */
export function dueAt(form: LeadForm, from: Date): Date | null {
  const hours = "inbox" in form.to ? form.to.inbox.replyHours : undefined
  return hours ? new Date(from.getTime() + hours * 3_600_000) : null
}

function nameIn(answers: Answers): string {
  return answerText(answers, "name") || answerText(answers, "contactName")
}
