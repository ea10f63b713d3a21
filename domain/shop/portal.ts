import type { World } from "#domain/world.ts"
import { customerKept } from "./customer.ts"
import { billingToken } from "./mails/order.ts"

type Portal =
  | { ok: true; url: string }
  | { ok: false; code: "no_customer" | "payments_off" | "payment_service_failed" }

/** The page where a member cancels subscriptions, changes the card, and finds invoices. */
export async function openMembersPortal(world: World, userId: string): Promise<Portal> {
  return openPortal(world, await customerKept(world, userId), "/account/orders")
}

/**
 * The same page through the link in a receipt, which works without an account.
 * @param token created by `billingToken`; the result is null for an invalid one
 */
export async function openGuestsPortal(
  world: World,
  { orderId, isToken }: { orderId: string; isToken: (expected: string) => boolean },
): Promise<Portal> {
  const [order] = await world.db.sql<{ id: string; customer_id: string | null }>`
    select id, customer_id from orders where id::text = ${orderId}
  `
  if (!order || !isToken(billingToken(world, order.id))) return { ok: false, code: "no_customer" }
  return openPortal(world, order.customer_id, "/shop")
}

async function openPortal(world: World, customerId: string | null, backTo: string): Promise<Portal> {
  if (!world.payments) return { ok: false, code: "payments_off" }
  if (customerId === null) return { ok: false, code: "no_customer" }
  const opened = await world.payments.openPortal({
    customerId,
    returnUrl: `${world.settings.siteUrl}${backTo}`,
  })
  if (opened.ok) return { ok: true, url: opened.value.url }
  if (opened.code !== "refused") return { ok: false, code: "no_customer" }
  world.log.error({ reason: opened.message }, "No billing portal was opened")
  return { ok: false, code: "payment_service_failed" }
}
