import { z } from "zod"
import { shippingPaid } from "#domain/competition/seasons/prizes.ts"
import { refundShippingQueue } from "#domain/competition/seasons/refund-shipping.ts"
import { type Fulfillment, followUp, followUpQueue } from "#domain/shop/follow-up.ts"
import { forgetCustomer, forgetQueue } from "#domain/shop/privacy.ts"
import { sweepPayments } from "#domain/shop/refresh.ts"
import { refundShippingOrder } from "#domain/shop/shipping.ts"
import { type Deadline, everyMinutes } from "../deadline.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** The effects of a paid order on other parts of the site. */
const fulfillment: Fulfillment = { shippingPaid }

export function shopWorkers(): readonly Worker[] {
  return [
    defineWorker({
      queue: followUpQueue,
      shape: z.object({}),
      async handle(world) {
        await followUp(world, fulfillment)
        return undefined
      },
    }),
    defineWorker({
      queue: refundShippingQueue,
      shape: z.object({ orderId: z.uuid() }),
      timeoutSeconds: 60,
      handle: (world, { orderId }) => refundShippingOrder(world, orderId),
    }),
    defineWorker({
      queue: forgetQueue,
      shape: z.object({ customerId: z.string().max(255) }),
      timeoutSeconds: 60,
      handle: (world, { customerId }) => forgetCustomer(world, customerId),
    }),
  ]
}

export const shopDeadlines: readonly Deadline[] = [
  {
    // For orders whose job was lost when its process ended.
    name: "orders-followed-up",
    next: everyMinutes(1),
    run: (world) => followUp(world, fulfillment),
  },
  {
    name: "payments-sweep",
    next: everyMinutes(15),
    run: (world) => sweepPayments(world),
  },
]
