import type { World } from "#domain/world.ts"

/** The fulfillment state of an order. */
export const fulfillments = ["open", "in-progress", "done"] as const
export type Fulfillment = (typeof fulfillments)[number]

/** Records the fulfillment state of an order. Errors: `not_found`, `not_paid`, `unchanged`. */
export async function setFulfillment(
  { db }: Pick<World, "db">,
  { id, fulfillment }: { id: string; fulfillment: Fulfillment },
): Promise<{ ok: true } | { ok: false; code: "not_found" | "not_paid" | "unchanged" }> {
  const [order] = await db.sql<{ paid_at: Date | null; fulfillment: string }>`
    select paid_at, fulfillment from orders where id = ${id} for update
  `
  if (!order) return { ok: false, code: "not_found" }
  if (!order.paid_at) return { ok: false, code: "not_paid" }
  if (order.fulfillment === fulfillment) return { ok: false, code: "unchanged" }
  await db.sql`update orders set fulfillment = ${fulfillment} where id = ${id}`
  return { ok: true }
}
