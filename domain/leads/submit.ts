import type { Answers, LeadForm } from "#content/form-types.ts"
import { consentText, formById } from "#content/forms.ts"
import { site } from "#content/site.ts"
import type { Db, World } from "#domain/world.ts"
import { answerText } from "./answers.ts"
import { operatorMail, receiptMail } from "./mails/submission.ts"
import { type SpamScore, spamFrom } from "./spam.ts"

export interface Submitting {
  form: LeadForm
  answers: Answers
  /** Of the form's stamp: the same key is the same submission. */
  key: string
  spam: SpamScore
}

/** Queue of the mails that a submission causes: { id, change }. */
export const submissionMails = "submission-mails"

/** Receipts that one mailbox gets in a day; anybody can type anybody's address. */
const receiptsPerDay = 3

/**
 * Keeps a submission with the words that were agreed to, and queues its mails. Sent again with the same key and the same
 * answers nothing happens; with others it is the same submission, changed, as long as nobody has decided on it.
 */
export async function submit(world: World, { form, answers, key, spam }: Submitting): Promise<void> {
  const now = world.now()
  const email = answerText(answers, "email")
  const name = answerText(answers, "name") || answerText(answers, "contactName")
  const isSpam = spam.score >= spamFrom
  const hours = "inbox" in form.to ? form.to.inbox.replyHours : undefined
  const dueAt = hours && !isSpam ? new Date(now.getTime() + hours * 3_600_000) : null
  await world.db.transaction(async (db) => {
    const [made] = await db.sql<{ id: string }>`
      insert into submissions (
        form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, spam_score,
        spam_reasons, due_at
      )
      values (
        ${form.id}, ${form.version}, ${key}, ${email}, ${name}, ${db.sql.json(answers)}, ${consentText(form)}, ${now},
        ${isSpam ? "spam" : "new"}, ${now}, ${Math.min(spam.score, 1000)}, ${spam.reasons}, ${dueAt}
      )
      on conflict (form, key) do nothing
      returning id
    `
    if (!made) return change(world, db, { form, answers, key, spam })
    if (!isSpam) await world.jobs.add(db, submissionMails, { id: made.id, change: 0 })
  })
}

async function change(world: World, db: Db, { form, answers, key, spam }: Submitting): Promise<void> {
  const [kept] = await db.sql<{ id: string; status: string; same: boolean; answers: Answers }>`
    select id, status, answers, answers = ${db.sql.json(answers)}::jsonb as same
    from submissions where form = ${form.id} and key = ${key}
    for update
  `
  if (!kept || kept.same || kept.status !== "new" || spam.score >= spamFrom) return
  const name = answerText(answers, "name") || answerText(answers, "contactName")
  await db.sql`
    update submissions set answers = ${db.sql.json(answers)}, email = ${answerText(answers, "email")}, name = ${name}
    where id = ${kept.id}
  `
  const [{ changes } = { changes: 1 }] = await db.sql<{ changes: number }>`
    with noted as (
      insert into submission_history (submission_id, at, by, status, note, answers)
      values (${kept.id}, ${world.now()}, 'sender', 'new', 'Sent again with other answers', ${db.sql.json(kept.answers)})
    )
    select count(*)::integer + 1 as changes from submission_history where submission_id = ${kept.id}
  `
  await world.jobs.add(db, submissionMails, { id: kept.id, change: changes })
}

/** Mails a submission to the operators and a receipt to its sender. Safe to repeat. */
export async function mailSubmission(
  world: World,
  { id, change }: { id: string; change: number },
): Promise<void> {
  const [row] = await world.db.sql<{
    form: string
    email: string
    name: string
    answers: Answers
    submitted_at: Date
    due_at: Date | null
    sent_today: number
  }>`
    select form, email, name, answers, submitted_at, due_at, (
      select count(*)::integer from submissions other
      where other.email = s.email and other.submitted_at > s.submitted_at - interval '1 day'
        and other.submitted_at <= s.submitted_at and other.status <> 'spam'
    ) as sent_today
    from submissions s where id = ${id} and status <> 'spam'
  `
  const form = row && formById(row.form)
  if (!row || !form) return
  const about = {
    id,
    form,
    answers: row.answers,
    name: row.name,
    email: row.email,
    dueAt: row.due_at,
    changed: change > 0,
  }
  const { operatorEmails } = world.settings
  for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail]) {
    await world.mail.queue(world.db, operatorMail(to, about), { key: `submission:${id}:${change}:${to}` })
  }
  if (row.sent_today > receiptsPerDay) return
  await world.mail.queue(world.db, receiptMail(about), { key: `submission:${id}:${change}:receipt` })
}
