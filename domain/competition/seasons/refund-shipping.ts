import type { World } from "#domain/world.ts"

/** Queue of jobs that ask the payment service to give back what was paid for the shipping of a prize. */
export const refundShippingQueue = "prize-shipping-refund"

/** Queues the refund with the transaction of `world.db`. The worker is in server/workers/shop.ts. */
export async function refundShipping(world: World, orderId: string): Promise<void> {
  await world.jobs.add(world.db, refundShippingQueue, { orderId }, { key: orderId })
}
