import type { World } from "#domain/world.ts"
import type { MailedOrder } from "./mails/order.ts"
import { receiptMail } from "./mails/receipt.ts"

/** Sends the receipt of a paid order once more. Errors: `not_found`, `not_paid`, `no_address` (erased). */
export async function resendReceipt(
  world: World,
  id: string,
): Promise<{ ok: true; to: string } | { ok: false; code: "not_found" | "not_paid" | "no_address" }> {
  const [order] = await world.db.sql<MailedOrder & { period_ends_at: Date | null }>`
    select o.*, s.period_ends_at from orders o left join paid_subscriptions s on s.id = o.subscription_id
    where o.id = ${id}
  `
  if (!order) return { ok: false, code: "not_found" }
  const { email, paid_at, period_ends_at } = order
  if (!paid_at) return { ok: false, code: "not_paid" }
  if (email === null) return { ok: false, code: "no_address" }
  await world.mail.queue(world.db, receiptMail(world, { ...order, email }, period_ends_at))
  return { ok: true, to: email }
}
