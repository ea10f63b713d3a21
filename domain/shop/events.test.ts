/** Webhook events: each has its effect once, and only on orders of this site. */
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Dispute, PaymentEvent } from "#domain/payments.ts"
import { addOrders, createShop, orders, type Shop } from "#test/support/shop.ts"
import { type CheckoutEvent, onCheckoutEvents, onPaymentEvent } from "./events.ts"

let shop: Shop
let orderId: string
beforeEach(async () => {
  shop = await createShop()
  orderId = (await addOrders(shop, 1))[0] ?? ""
})
afterEach(() => shop.close())

const take = (event: Exclude<PaymentEvent, CheckoutEvent>) => onPaymentEvent(shop.world, shop.payments, event)

const refund = (id: string, refundedCents: number, of = orderId) =>
  ({
    id,
    type: "charge.refunded",
    createdAt: shop.world.now(),
    about: "refund",
    paymentId: `pi_${of}`,
    orderId: of,
    refundedCents,
  }) as const

const paid = (id: string, totalCents = 2900): CheckoutEvent => ({
  id,
  type: "checkout.session.completed",
  createdAt: shop.world.now(),
  about: "checkout",
  session: {
    id: `cs_${orderId}`,
    url: null,
    outcome: "paid",
    orderId,
    customerId: null,
    email: "mara@northline.example",
    name: null,
    totalCents,
    taxCents: 0,
    discountCents: 0,
    paymentId: `pi_${orderId}`,
    subscriptionId: null,
    invoiceId: null,
    expiresAt: shop.world.now(),
  },
})

test("a repeated event is told from a new one and changes nothing", async () => {
  expect(await take(refund("evt_1", 900))).toBe("done")
  expect(await take(refund("evt_1", 2900))).toBe("repeated")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 900 }])
  expect(await take(refund("evt_2", 2900))).toBe("done")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 2900 }])
})

test("the same event at the same moment has its effect once", async () => {
  let asking = 0
  const bothAsk = Promise.withResolvers<void>()
  const payments = {
    ...shop.payments,
    async payment(id: string) {
      if (++asking === 2) bothAsk.resolve()
      await bothAsk.promise
      const about = { orderId, invoiceId: null, amountCents: 2900, refundedCents: 900, dispute: null }
      return { ok: true as const, value: { id, ...about } }
    },
  }
  const event = { ...refund("evt_1", 900), orderId: null }
  const results = await Promise.all([1, 2].map(() => onPaymentEvent(shop.world, payments, event)))
  expect(results.sort()).toEqual(["done", "repeated"])
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 900 }])
})

test("a repeated checkout event is told from a new one and changes nothing", async () => {
  expect(await onCheckoutEvents(shop.world, [paid("evt_1")])).toEqual(["done"])
  expect(await onCheckoutEvents(shop.world, [paid("evt_1", 1)])).toEqual(["repeated"])
  expect(await orders(shop)).toMatchObject([{ state: "paid", total_cents: 2900 }])
})

test("what is about orders of others, or about nothing here, is ignored", async () => {
  expect(await take(refund("evt_1", 900, randomUUID()))).toBe("ignored")
  const about = { id: "evt_2", type: "price.created", createdAt: shop.world.now() }
  expect(await take({ ...about, about: "other" })).toBe("ignored")
  const stranger = paid("evt_3")
  stranger.session.orderId = randomUUID()
  expect(await onCheckoutEvents(shop.world, [stranger])).toEqual(["ignored"])
  expect(await orders(shop)).toMatchObject([{ state: "pending", refunded_cents: 0 }])
})

const [early, late] = [new Date("2026-11-18T12:00:00Z"), new Date("2026-11-19T12:00:00Z")]
const first: Dispute = { id: "du_1", createdAt: early, state: "open" }
const second: Dispute = { id: "du_2", createdAt: late, state: "open" }

test.each([
  ["a later dispute replaces an earlier one", [first, second], "du_2", "open"],
  ["an earlier dispute that is told later does not", [second, first], "du_2", "open"],
  ["its end counts", [first, { ...first, state: "won" }], "du_1", "won"],
  ["its end outlasts late news of its course", [{ ...first, state: "lost" }, first], "du_1", "lost"],
  [
    "the end of an earlier dispute leaves the later one open",
    [second, { ...first, state: "won" }],
    "du_2",
    "open",
  ],
] as [string, Dispute[], string, string][])("%s", async (_, told, id, state) => {
  await shop.world.db.sql`update orders set payment_id = ${`pi_${orderId}`}`
  for (const [no, dispute] of told.entries())
    await take({
      id: `evt_${no}`,
      type: "charge.dispute.updated",
      createdAt: shop.world.now(),
      about: "dispute",
      paymentId: `pi_${orderId}`,
      dispute,
    })
  expect(await shop.world.db.sql`select dispute_id, dispute_state from orders`).toEqual([
    { dispute_id: id, dispute_state: state },
  ])
})
