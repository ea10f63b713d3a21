/** What the payments sandbox has stored, for tests: its API answers only the calls that the site makes. */
import type { Db } from "#ports/db.ts"

/** Its objects of one kind that have the given fields, the oldest first. */
export async function recordsOf<Kind>({ sql }: Db, kind: string, fields: object = {}): Promise<Kind[]> {
  const rows = await sql<{ data: Kind }>`
    select data from private.payments_sandbox_objects
    where object = ${kind} and data @> ${sql.json(fields)}::jsonb order by position
  `
  return rows.map(({ data }) => data)
}

/** How many deliveries of an event our endpoint has not accepted yet. */
export async function pendingDeliveries({ sql }: Db, eventId: string): Promise<number> {
  const [row] = await sql<{ pending: number }>`
    select count(*)::int as pending from private.payments_sandbox_deliveries
    where event_id = ${eventId} and delivered_at is null
  `
  return row?.pending ?? 0
}
