import type { Answers } from "#content/form-types.ts"
import { formById, replyForm } from "#content/forms.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { answerMail } from "./mails/answer.ts"
import { repliesToThread } from "./threads/address.ts"

interface Reply {
  id: string
  at: Date
  by: string
  subject: string
  text: string
}

/**
 * Replies to a submission by mail, and stores the reply. This fulfills the promise of a reply: the clock stops, and a
 * new submission is now in review.
 * @param answer.id created when the page was opened, so that a form submitted twice sends one mail Errors: `not_found`;
 * `quarantined`: release it first; `already_sent`.
 */
export async function answerSubmission(
  world: World,
  answer: { id: string; submissionId: string; text: string; by: string },
): Promise<{ ok: true } | { ok: false; code: "not_found" | "quarantined" | "already_sent" }> {
  const { id, submissionId, text, by } = answer
  const now = world.now()
  return world.db.transaction(async (db) => {
    const [row] = await db.sql<{ form: string; email: string; status: string; answers: Answers }>`
      select form, email, status, answers from submissions where id = ${submissionId} for update
    `
    if (!row) return { ok: false, code: "not_found" }
    if (row.status === "spam") return { ok: false, code: "quarantined" }
    const subject =
      row.form === replyForm.id
        ? `Re: ${String(row.answers[replyForm.about] ?? "your email")}`
        : `Your ${formById(row.form)?.name.toLowerCase() ?? "message"} to ${site.name}`
    const kept = await db.sql`
      insert into private.submission_replies (id, submission_id, at, by, subject, text)
      values (${id}, ${submissionId}, ${now}, ${by}, ${subject}, ${text})
      on conflict (id) do nothing returning 1
    `
    if (kept.length === 0) return { ok: false, code: "already_sent" }
    await db.sql`update submissions set due_at = null, waiting_since = null, snoozed_until = null
      where id = ${submissionId}`
    if (row.status === "new") {
      await db.sql`
        update submissions set status = 'in-review', status_at = ${now}, status_by = ${by} where id = ${submissionId}
      `
      await db.sql`
        insert into submission_history (submission_id, at, by, status) values (${submissionId}, ${now}, ${by}, 'in-review')
      `
    }
    const replyTo = repliesToThread(world, submissionId)
    await world.mail.queue(db, answerMail({ submissionId, to: row.email, subject, text, replyTo }), {
      key: `submission:${submissionId}:answer:${id}`,
    })
    return { ok: true }
  })
}

/** The replies to a submission, oldest first. */
export function repliesTo(db: Db, submissionId: string): PromiseLike<Reply[]> {
  return db.sql<Reply>`
    select id, at, by, subject, text from private.submission_replies where submission_id = ${submissionId} order by at
  `
}
