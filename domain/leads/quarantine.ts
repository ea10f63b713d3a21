import { formById } from "#content/forms.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import { type Quarantined, quarantineMail } from "./mails/quarantine.ts"

/** The most submissions listed in one mail; the command shows all of them. */
const mostListed = 30

/**
 * Tells the operators in one mail what the spam rules have quarantined since the last one, so that no inquiry is lost to a
 * false positive. Sends nothing when there is none. Run once a day by a deadline. Returns the number of submissions
 * reported.
 */
export async function tellOfQuarantine(world: World): Promise<number> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const rows = await db.sql<Quarantined>`
      update submissions set quarantine_told_at = ${now}
      where status = 'spam' and status_by is null and quarantine_told_at is null
      returning id, form, name, email, spam_reasons
    `
    if (rows.length === 0) return 0
    const listed = rows
      .slice(0, mostListed)
      .map((row) => ({ ...row, form: formById(row.form)?.name ?? row.form }))
    const { operatorEmails } = world.settings
    for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
      await world.mail.queue(db, quarantineMail(to, listed, rows.length), {
        key: `quarantine:${now.toISOString()}:${to}`,
      })
    return rows.length
  })
}
