import { accountMails } from "#content/account-mails.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { Account, Db, World } from "#domain/world.ts"

/**
 * One part of the product that keeps something about people. server/privacy.ts lists them all: whoever stores a thing
 * about a member says there how it is handed out and how it goes.
 */
export interface PersonalData {
  /** Its heading in the export: "competition", "orders". */
  name: string
  /** Everything kept about the person, as plain JSON without secrets; null when there is nothing. */
  onExport(db: Db, person: Account): Promise<unknown>
  /**
   * Removes or empties it, in the transaction of `db` in which the account goes as well. What must be told to others
   * (a connected service) is queued as a job of the same transaction, with everything the job needs in its data.
   * Absent where the account's own rows take everything with them.
   */
  onErase?(world: World, db: Db, person: Account): Promise<void>
}

/** Everything that is kept about a person, for "export my data". Null when there is no such account. */
export async function exportData(
  world: World,
  userId: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown> | null> {
  // One transaction, so that the parts of the export fit each other.
  return world.db.transaction(async (db) => {
    const person = await world.accounts.find(db, userId)
    const account = await world.accounts.export(db, userId)
    if (!person || !account) return null
    const parts: Record<string, unknown> = {}
    for (const { name, onExport } of kept) parts[name] = await onExport(db, person)
    return { exportedAt: world.now().toISOString(), ...account, ...parts }
  })
}

interface Goodbye {
  userId: string
  /** What was typed to confirm: the address of the account. */
  confirmation: string
  /** When the person last proved who they are. */
  provenAt: Date
}

/** A stolen device, or one left open, must not be enough to erase somebody. */
const provenWithinMs = 15 * 60_000

/**
 * Erases the person: every part of `kept`, then the account, all or nothing; a mail confirms it.
 * Errors: `not_found`, `confirmation_differs`, `reauthentication_needed`.
 */
export async function erase(
  world: World,
  { userId, confirmation, provenAt }: Goodbye,
  kept: readonly PersonalData[],
): Promise<
  { ok: true } | { ok: false; code: "not_found" | "confirmation_differs" | "reauthentication_needed" }
> {
  if (world.now().getTime() - provenAt.getTime() > provenWithinMs)
    return { ok: false, code: "reauthentication_needed" }
  return world.db.transaction(async (db) => {
    const person = await world.accounts.find(db, userId)
    if (!person) return { ok: false, code: "not_found" }
    if (person.email && !isSameAddress(confirmation, person.email))
      return { ok: false, code: "confirmation_differs" }
    for (const { onErase } of kept) await onErase?.(world, db, person)
    if (!(await world.accounts.remove(db, userId))) return { ok: false, code: "not_found" }
    if (person.email) await world.mail.queue(db, farewell(person.email))
    return { ok: true }
  })
}

function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase()
}

function farewell(to: string) {
  return { to, kind: "account.deleted", ...renderMail(accountMails.deleted) }
}
