import { accountMails } from "#content/account-mails.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/**
 * One part of the product that stores personal data. server/world/privacy.ts lists them all: code that stores something about a
 * member registers there how it is exported and erased.
 */
export interface PersonalData {
  /** Its heading in the export: "competition", "orders". */
  name: string
  /** All data stored about the person, as plain JSON without secrets; null when there is none. */
  onExport(db: Db, person: Account): Promise<unknown>
  /**
   * Deletes or anonymizes the data, in the same transaction of `db` that deletes the account. Calls to third parties
   * (a connected service) are queued as jobs in that transaction, with everything the job needs in its payload.
   * Absent where deleting the account cascades to all of the data.
   */
  onErase?(world: World, db: Db, person: Account): Promise<unknown>
}

/** All data stored about a person, for "export my data". Null when there is no such account. */
export async function exportData(
  world: World,
  userId: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown> | null> {
  // One transaction, so that the parts of the export are consistent.
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
  /** The confirmation typed by the person: the account's email address. */
  confirmation: string
  /** When the person last authenticated. */
  provenAt: Date
}

const provenWithinMs = 15 * 60_000

/**
 * Whether a member was verified a short while ago, so that someone with a stolen or unlocked device can neither erase the
 * account nor make a token that outlives the visit.
 */
export function isRecentProof({ now }: Pick<World, "now">, provenAt: Date): boolean {
  return now().getTime() - provenAt.getTime() <= provenWithinMs
}

/**
 * Erases the person atomically: every part of `kept`, then the account. A mail confirms it.
 * Errors: `not_found`, `confirmation_differs`, `reauthentication_needed`.
 */
export async function erase(
  world: World,
  { userId, confirmation, provenAt }: Goodbye,
  kept: readonly PersonalData[],
): Promise<
  { ok: true } | { ok: false; code: "not_found" | "confirmation_differs" | "reauthentication_needed" }
> {
  if (!isRecentProof(world, provenAt)) return { ok: false, code: "reauthentication_needed" }
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
