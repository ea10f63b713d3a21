import type { Answers } from "#content/form-types.ts"
import { formById } from "#content/forms.ts"
import { site } from "#content/site.ts"
import { allowMail } from "#domain/mail-allowance.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { mailboxOf } from "#primitives/mailbox.ts"
import { operatorMail, receiptMail } from "./mails/submission.ts"
import { inThread } from "./threads/address.ts"

/** The queue of a single job that sends all mails that are due. */
export const submissionMails = "submission-mails"

/** The most receipts per address and day, because anyone can enter someone else's address. */
const receiptsPerDay = 3

const atOnce = 50

interface Due {
  id: string
  form: string
  email: string
  name: string
  answers: Answers
  due_at: Date | null
  changes: number
}

/** Mails new submissions to the operators and receipts to the senders. Safe to run in several processes at once. */
export async function mailSubmissions(world: World): Promise<number> {
  let mailed = 0
  while (true) {
    const count = await world.db.transaction(async (db) => {
      const rows = await db.sql<Due>`
        select id, form, email, name, answers, due_at, changes
        from submissions where mails_due
        order by submitted_at limit ${atOnce} for update skip locked
      `
      // Another process may mail the same addresses, so both lock them in the same order.
      const ordered = rows.toSorted((a, b) => mailboxOf(a.email).localeCompare(mailboxOf(b.email)))
      for (const row of ordered) await mailOne(world, db, row)
      await db.sql`update submissions set mails_due = false where id = any(${rows.map(({ id }) => id)}::uuid[])`
      return rows.length
    })
    mailed += count
    if (count < atOnce) return mailed
  }
}

async function mailOne(world: World, db: Db, row: Due): Promise<void> {
  const form = formById(row.form)
  // The answers of a form that was removed from content/ cannot be rendered; the row stays in the inbox.
  if (!form) return
  const { id, answers, name, email, changes } = row
  const about = { id, form, answers, name, email, dueAt: row.due_at, changed: changes > 0 }
  const { operatorEmails, siteUrl } = world.settings
  for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
    await world.mail.queue(db, operatorMail(to, about, siteUrl), { key: `submission:${id}:${changes}:${to}` })
  if (await allowMail(world, db, { about: "receipt", email, perDay: receiptsPerDay }))
    await world.mail.queue(db, inThread(world, id, receiptMail(about)), {
      key: `submission:${id}:${changes}:receipt`,
    })
}
