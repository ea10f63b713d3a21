import { formName } from "#content/forms.ts"
import { site } from "#content/site.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { clockMail } from "./mails/decision.ts"

/** How long before a promised reply is overdue the operators are reminded. */
const warnHours = 12

/** Reminds the operators, once each, of open inquiries whose promised reply is due soon. Run by a deadline. */
export async function warnBeforePromises(world: World): Promise<number> {
  const now = world.now()
  const soon = new Date(now.getTime() + warnHours * 3_600_000)
  return world.db.transaction(async (db) => {
    const due = await db.sql<{ id: string; form: string; name: string; email: string; due_at: Date }>`
      update submissions set reminded_at = ${now}
      where due_at <= ${soon} and reminded_at is null and status in ('new', 'in-review')
      returning id, form, name, email, due_at
    `
    const { operatorEmails, siteUrl } = world.settings
    for (const { id, form, name, email, due_at } of due) {
      const hoursLeft = Math.ceil((due_at.getTime() - now.getTime()) / 3_600_000)
      const about = {
        id,
        formName: formName(form),
        name,
        email,
        due: momentInWords(due_at),
        hoursLeft,
      }
      for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
        await world.mail.queue(db, clockMail(to, about, siteUrl), { key: `submission:${id}:clock:${to}` })
    }
    return due.length
  })
}
