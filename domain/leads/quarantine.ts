import { formName } from "#content/forms.ts"
import type { Db } from "#ports/db.ts"

/** A submission that the spam rules quarantined. */
interface Quarantined {
  id: string
  /** The name of its form. */
  form: string
  name: string
  email: string
  reasons: string[]
}

/**
 * The submissions quarantined since the last call, for the operators' morning mail, so that no inquiry is lost to a
 * false positive. Marks them as reported, in the transaction that queues the mail.
 */
export async function takeQuarantined({ sql }: Db, now: Date): Promise<Quarantined[]> {
  const rows = await sql<Quarantined>`
    update submissions set quarantine_told_at = ${now}
    where status = 'spam' and status_by is null and quarantine_told_at is null
    returning id, form, name, email, spam_reasons as reasons
  `
  return rows.map((row) => ({ ...row, form: formName(row.form) }))
}
