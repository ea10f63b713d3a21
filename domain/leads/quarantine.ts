import { formById } from "#content/forms.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import { type Quarantined, quarantineMail } from "./mails/quarantine.ts"

/** So many are listed in one mail; the command shows all. */
const mostListed = 30

/**
 * Tells the operators in one mail what the rules have put aside since the last one, so that no inquiry is lost because it
 * looks like an advertisement. Without any there is no mail. Run once a day by a deadline; answers how many it told.
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
