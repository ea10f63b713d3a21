import type { Answers } from "#content/form-types.ts"
import { formById, formName } from "#content/forms.ts"
import { answerFacts } from "#domain/leads/answers.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"

/** A member's own message, with all that followed it. */
interface OwnConversation {
  id: string
  form: string
  on: string
  /** What was written, by the question. */
  facts: (readonly [string, string])[]
  replies: { id: string; on: string; mine: boolean; text: string }[]
}

/**
 * What a member wrote to us by a form, and the replies, newest first. By the confirmed address of the account, because that is how a
 * message is known to be theirs. Notes, decisions and names of operators are not part of it, nor mails from other addresses.
 */
export async function ownConversations(
  { db }: Pick<World, "db">,
  userId: string,
): Promise<OwnConversation[]> {
  const rows = await db.sql<{ id: string; form: string; at: Date; answers: Answers }>`
    select s.id, s.form, s.submitted_at as at, s.answers
    from submissions s join auth.users u on lower(u.email) = s.email
    where u.id = ${userId} and u.email_confirmed_at is not null and u.deleted_at is null
    order by s.submitted_at desc limit 50
  `
  const replies = await db.sql<{ id: string; thread: string; at: Date; mine: boolean; text: string }>`
    select id, submission_id as thread, at, false as mine, text from private.submission_replies
    where submission_id in ${db.sql(rows.map(({ id }) => id))}
    union all
    select id, submission_id, at, true, text from private.received_mails
    where submission_id in ${db.sql(rows.map(({ id }) => id))} and not is_other and not automatic
    order by at, id
  `
  return rows.map(({ id, form: formId, at, answers }) => {
    const form = formById(formId)
    return {
      id,
      form: formName(formId),
      on: dayInWords(at),
      facts: form
        ? [...answerFacts(form, answers)]
        : Object.entries(answers).map(([name, value]) => [name, String(value)] as const),
      replies: replies
        .filter(({ thread }) => thread === id)
        .map((one) => ({ id: one.id, on: dayInWords(one.at), mine: one.mine, text: one.text })),
    }
  })
}
