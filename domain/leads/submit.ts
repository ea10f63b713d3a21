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
  const hours = "inbox" in form.to ? form.to.inbox.replyHours : undefined
  const dueAt = hours && !isSpam ? new Date(now.getTime() + hours * 3_600_000) : null
  const made = await world.db.sql`
    insert into submissions (
      form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, spam_score,
      spam_reasons, due_at, mails_due
    )
    values (
      ${form.id}, ${form.version}, ${key}, ${answerText(answers, "email")}, ${nameIn(answers)},
      ${world.db.sql.json(answers)}, ${consentText(form)}, ${now}, ${isSpam ? "spam" : "new"}, ${now},
      ${Math.min(spam.score, 1000)}, ${spam.reasons}, ${dueAt}, ${!isSpam}
    )
    on conflict (form, key) do nothing
    returning 1
  `
  const due = made.length > 0 ? !isSpam : await world.db.transaction((db) => change(world, db, submitting))
  if (due) world.jobs.wake(submissionMails)
}

/** Answers whether there is something new to mail. */
async function change(world: World, db: Db, { form, answers, key, spam }: Submitting): Promise<boolean> {
  const [kept] = await db.sql<{ id: string; status: string; same: boolean; answers: Answers }>`
    select id, status, answers, answers = ${db.sql.json(answers)}::jsonb as same
    from submissions where form = ${form.id} and key = ${key}
    for update
  `
  if (!kept || kept.same || kept.status !== "new" || spam.score >= spamFrom) return false
  await db.sql`
    update submissions set answers = ${db.sql.json(answers)}, email = ${answerText(answers, "email")},
      name = ${nameIn(answers)}, changes = changes + 1, mails_due = true
    where id = ${kept.id}
  `
  await db.sql`
    insert into submission_history (submission_id, at, by, status, note, answers)
    values (${kept.id}, ${world.now()}, 'sender', 'new', 'Sent again with other answers', ${db.sql.json(kept.answers)})
  `
  return true
}

function nameIn(answers: Answers): string {
  return answerText(answers, "name") || answerText(answers, "contactName")
}
