import type { Db, World } from "#domain/world.ts"

/** Something that a source sent, remembered until it is dealt with. */
interface Receipt {
  source: string
  eventId: string
  payload: unknown
}

/** Remembers what a source sent, once per (source, event id). Answers false for one that is known. */
export async function remember(world: World, { source, eventId, payload }: Receipt): Promise<boolean> {
  const [row] = await world.db.sql`
    insert into private.receipts (source, event_id, payload, received_at)
    values (${source}, ${eventId}, ${world.db.sql.json(payload)}, ${world.now()})
    on conflict do nothing
    returning 1
  `
  return row !== undefined
}

/** The oldest that still wait, for whoever deals with them after a restart. */
export async function waiting(db: Db, source: string, limit: number): Promise<Receipt[]> {
  return db.sql<Receipt>`
    select source, event_id as "eventId", payload from private.receipts
    where source = ${source} and done_at is null
    order by received_at
    limit ${limit}
  `
}

/** Dealt with; in the transaction of what was done. The payload goes, its name stays against repeats. */
export async function dealtWith(
  world: World,
  db: Db,
  { source, eventId }: Omit<Receipt, "payload">,
): Promise<void> {
  await db.sql`
    update private.receipts set done_at = ${world.now()}, payload = '{}'
    where source = ${source} and event_id = ${eventId} and done_at is null
  `
}
