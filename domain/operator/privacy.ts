import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** The operators' actions concerning a person, for "export my data": when, what and why; null if there are none. */
export async function exportJournal(db: Db, person: Pick<Account, "id" | "email">): Promise<unknown> {
  const rows = await db.sql`
    select j.at, j.command, v.reason, v.before, v.after
    from private.journal_values v join private.journal j on j.id = v.entry_id
    where v.user_id = ${person.id} or v.email = ${person.email?.toLowerCase() ?? null}
    order by j.id
  `
  return rows.length > 0 ? rows : null
}

/** Erases a person's data from the journal. The entries stay, without values. */
export async function eraseJournalValues(
  db: Db,
  person: { id: string | null; email: string | null },
): Promise<{ rows: number }> {
  const gone = await db.sql`
    delete from private.journal_values
    where user_id = ${person.id} or email = ${person.email?.toLowerCase() ?? null}
    returning 1
  `
  return { rows: gone.length }
}
