import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** An event that a source sent, kept until it is handled. */
interface Receipt {
  source: string
  eventId: string
  /** The account at the source that it is about. */
  accountId?: string | null
  payload: unknown
}

/** Records an event once per source and event id. Returns false if it is already known. */
export async function receive(
  world: World,
  { source, eventId, accountId, payload }: Receipt,
): Promise<boolean> {
  const [row] = await world.db.sql`
    insert into private.receipts (source, event_id, account_id, payload, received_at)
    values (${source}, ${eventId}, ${accountId ?? null}, ${world.db.sql.json(payload)}, ${world.now()})
    on conflict do nothing
    returning 1
  `
  return row !== undefined
}

/** Those of these events that were never received. */
export async function unknown(
  db: Db,
  { source, eventIds }: { source: string; eventIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.sql<{ event_id: string }>`
    select event_id from private.receipts where source = ${source} and event_id = any(${[...eventIds]}::text[])
  `
  const known = new Set(rows.map(({ event_id }) => event_id))
  return new Set(eventIds.filter((id) => !known.has(id)))
}

/** A recorded event that is not handled yet; undefined otherwise. */
export async function unhandled<Payload extends object>(
  db: Db,
  { source, eventId }: Omit<Receipt, "payload">,
): Promise<Payload | undefined> {
  const [row] = await db.sql<{ payload: Payload }>`
    select payload from private.receipts
    where source = ${source} and event_id = ${eventId} and done_at is null
  `
  return row?.payload
}

/** Unhandled events received before `before`: their job was lost. Oldest first. */
export async function overdue(
  db: Db,
  { source, before, limit }: { source: string; before: Date; limit: number },
): Promise<string[]> {
  const rows = await db.sql<{ event_id: string }>`
    select event_id from private.receipts
    where source = ${source} and done_at is null and received_at < ${before}
    order by received_at
    limit ${limit}
  `
  return rows.map(({ event_id }) => event_id)
}

/** Marks an event as handled. Deletes its payload; keeps its id, so that a repeat is recognized. */
export async function markHandled(
  world: World,
  db: Db,
  { source, eventId }: Omit<Receipt, "payload">,
): Promise<void> {
  await db.sql`
    update private.receipts set done_at = ${world.now()}, payload = '{}'
    where source = ${source} and event_id = ${eventId} and done_at is null
  `
}

/** Forgets an event, so that the next of the same id counts as new. */
export async function forgetEvent(
  world: Pick<World, "db">,
  { source, eventId }: Pick<Receipt, "source" | "eventId">,
): Promise<void> {
  await world.db.sql`delete from private.receipts where source = ${source} and event_id = ${eventId}`
}
