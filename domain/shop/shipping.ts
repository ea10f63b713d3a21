import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import { refundOrder, showOrder } from "./books.ts"
import { type Started, startCheckout } from "./checkout.ts"
import { refreshOrder } from "./refresh.ts"

/**
 * Creates the page where a winner pays for the shipping of a prize. A repeat returns the same page until it
 * expires, and then a new one. Concurrent requests share one page.
 */
export async function payShipping(
  world: World,
  {
    prizeId,
    title,
    amountCents,
    account,
  }: { prizeId: number; title: string; amountCents: number; account: Account },
): Promise<Started> {
  const [open] = await world.db.sql<{ id: string; session_until: Date | null }>`
    select id, session_until from orders where prize_id = ${prizeId} and state = 'pending' order by created_at limit 1
  `
  // The event about its expiry may not have arrived yet.
  if (open?.session_until && open.session_until <= world.now())
    await refreshOrder(world, open.id, { pauseMs: 0 })
  const counted = await world.db.sql<{ count: number }>`
    select count(*)::integer as count from orders where prize_id = ${prizeId} and state in ('failed', 'expired', 'refunded')
  `
  const [over] = counted as [{ count: number }]
  return startCheckout(world, {
    item: {
      kind: "shipping",
      product: "prize-shipping",
      name: "Shipping of your prize",
      description: title,
      mode: "payment",
      amountCents,
    },
    account,
    key: `prize:${prizeId}:${over.count}`,
    prizeId,
  })
}

/**
 * Refunds the shipping of a prize that goes to someone else. Idempotent. Returns undefined when it is done now or was
 * before, and `dead` with the reason when retrying cannot help; throws when it may help.
 */
export async function refundShippingOrder(
  world: World,
  orderId: string,
): Promise<{ dead: string } | undefined> {
  const found = await showOrder(world, orderId)
  if (!found.ok) return { dead: `There is no order ${orderId}` }
  if (found.order.kind !== "shipping") return { dead: `Order ${orderId} is not about shipping` }
  if (found.order.state === "refunded") return undefined
  const done = await refundOrder(world, found.order)
  if (done.ok || done.code === "too_much") return undefined
  // A payment that has not settled yet can be refunded later.
  throw new Error(`Shipping order ${orderId} could not be refunded: ${done.code} ${done.message ?? ""}`)
}
