import type { World } from "#domain/world.ts"

/** The queue of jobs that refund the shipping fee of a prize at the payment service. */
export const refundShippingQueue = "prize-shipping-refund"

/** Queues the refund in the transaction of `world.db`. The worker is in server/jobs/workers/shop.ts. */
export async function refundShipping(world: World, orderId: string): Promise<void> {
  await world.jobs.add(world.db, refundShippingQueue, { orderId }, { key: orderId })
}
