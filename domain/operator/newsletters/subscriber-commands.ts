import { randomUUID } from "node:crypto"
import { clicksAreCounted, switchClicks } from "#domain/leads/newsletter/clicks.ts"
import { type Imported, importSubscribers, undoImport } from "#domain/leads/newsletter/import.ts"
import { type Proof, readSubscriberFile } from "#domain/leads/newsletter/subscriber-file.ts"
import {
  isSuppressed,
  mailboxId,
  type SuppressionReason,
  suppress,
  unsuppress,
} from "#domain/leads/suppress.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act, rehearse, type Subject } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** The result of an import or of its preview: the outcome of every line, and the lines that cannot be used. */
export type ImportReport = Omit<Imported, "ok"> & { bad: BadRows }
type BadRows = Extract<ReturnType<typeof readSubscriberFile>, { ok: true }>["bad"]

/**
 * Adds the people of a CSV file to a newsletter, with the proof of their consent. With `dryRun`, only returns what
 * would happen. Errors: those of `act`, `readSubscriberFile` and `importSubscribers`. `nobody` comes with the report,
 * which says why.
 */
export async function importFromConsole(
  world: World,
  operator: Operator,
  given: { list: string; file: string; common: Proof; dryRun?: boolean },
): Promise<
  | { ok: true; report: ImportReport; entry: number | undefined }
  | { ok: false; code: string; report?: Omit<ImportReport, "id"> }
> {
  const { list, file, common, dryRun = false } = given
  const read = readSubscriberFile(file, { common, today: dayOnSite(world.now()) })
  if (!read.ok) return read
  const { rows, bad } = read
  const id = randomUUID()
  const done = await (dryRun ? rehearse : act)(
    world,
    operator,
    {
      command: "newsletter.import",
      // Excluded, because a function is different in every call and cannot identify a press.
      subject: () => ({ kind: "import", id }),
      reason: common.source || null,
      look: lookAtList(list),
    },
    (inside) => importSubscribers(inside, { id, list, rows }),
  )
  if (done.ok) {
    const { ok, entry, ...imported } = done
    return { ok, report: { ...imported, bad }, entry }
  }
  if (done.code !== "nobody") return done
  return { ok: false, code: "nobody_to_add", report: { fates: done.fates ?? [], counts: {}, bad } }
}

/** Undoes an import, except for people who have made a choice since. Errors: those of `act` and `undoImport`. */
export async function undoImportFromConsole(
  world: World,
  operator: Operator,
  { id, undoes = null }: { id: string; undoes?: number | null },
) {
  const [of] = await world.db.sql<{ list: string }>`
    select list from consent_log where starts_with(source, ${`import ${id}: `}) limit 1`
  const command = {
    command: "newsletter.unimport",
    subject: { kind: "import", id },
    undoes,
    look: lookAtList(of?.list ?? ""),
    countsOnly: true,
  } as const
  return act(world, operator, command, (inside) => undoImport(inside, id))
}

/** Switches the counting of clicks for issues that are not being sent yet. Errors: those of `act`, and `unchanged`. */
export async function switchClicksFromConsole(
  world: World,
  operator: Operator,
  { on, undoes = null }: { on: boolean; undoes?: number | null },
) {
  const command = {
    command: "newsletter.clicks",
    subject: { kind: "setting", id: "newsletter_clicks" },
    undoes,
    look: async (db: Db) => ({ on: await clicksAreCounted(db) }),
  } as const
  return act(world, operator, command, (inside) => switchClicks(inside.db, on))
}

/** Stops all newsletters and waitlists to an address for good. Errors: those of `act`, and `unchanged`. */
export async function suppressFromConsole(
  world: World,
  operator: Operator,
  { email, reason, note }: { email: string; reason: SuppressionReason; note: string },
) {
  const address = email.trim().toLowerCase()
  const command = {
    command: "newsletter.suppress",
    subject: mailbox(world, address),
    reason: note || null,
    look: lookAtMailbox(world, address),
  } as const
  return act(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true } | { ok: false; code: "unchanged" }> => {
      if (await isSuppressed(inside, inside.db, address)) return { ok: false, code: "unchanged" }
      await suppress(inside, { email: address, reason, note: note || "by hand" })
      return { ok: true }
    },
  )
}

/** Lifts a suppression, at the owner's request. Errors: those of `act`, and `not_suppressed`. */
export async function unsuppressFromConsole(world: World, operator: Operator, email: string) {
  const address = email.trim().toLowerCase()
  const command = {
    command: "newsletter.unsuppress",
    subject: mailbox(world, address),
    look: lookAtMailbox(world, address),
  } as const
  return act(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true } | { ok: false; code: "not_suppressed" }> =>
      (await unsuppress(inside, address)) ? { ok: true } : { ok: false, code: "not_suppressed" },
  )
}

/** An entry identifies a mailbox by a fingerprint, because it stays when its owner's data is erased. */
function mailbox(world: World, email: string): Subject {
  return { kind: "mailbox", id: mailboxId(world, email), person: { email } }
}

function lookAtMailbox(world: World, email: string) {
  return async (db: Db) => ({ suppressed: await isSuppressed(world, db, email) })
}

function lookAtList(list: string) {
  return async ({ sql }: Db) => {
    const [row] = (await sql`
      select count(*)::integer as readers from subscriptions where list = ${list} and state = 'confirmed'`) as [
      { readers: number },
    ]
    return { [`readers of ${list}`]: row.readers }
  }
}
