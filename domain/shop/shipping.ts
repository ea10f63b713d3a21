import type { Account, World } from "#domain/world.ts"
import { refundOrder, showOrder } from "./books.ts"
import { type Started, startCheckout } from "./checkout.ts"
import { refreshOrder } from "./refresh.ts"

/**
 * Where a winner pays for the shipping of a prize, by the same way as everything else. Asked again it is the same page,
 * until that is over; then there is a new one. Two that are asked for at once are one.
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
  // Its end may not have been told yet.
  if (open?.session_until && open.session_until <= world.now())
    await refreshOrder(world, open.id, { pauseMs: 0 })
  const [over] = await world.db.sql<{ count: number }>`
    select count(*)::integer as count from orders where prize_id = ${prizeId} and state in ('failed', 'expired', 'refunded')
  `
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
    key: `prize:${prizeId}:${over?.count ?? 0}`,
    prizeId,
  })
}

/**
 * Gives back what was paid for the shipping of a prize that goes to somebody else; idempotent. Answers nothing when it is
 * done, or was before. `dead` with the reason when trying again is of no use; throws when it may help.
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
  // A payment that is still being settled can be refunded later.
  throw new Error(`Shipping order ${orderId} could not be refunded: ${done.code} ${done.message ?? ""}`)
}
