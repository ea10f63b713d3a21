/** Webhook events: each has its effect once, and only on orders of this site. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Dispute, PaymentEvent } from "#ports/payments.ts"
import { addOrders, createShop, emptyShop, orders, type Shop } from "#test/support/shop.ts"
import { type CheckoutEvent, onCheckoutEvents, onPaymentEvent } from "./events.ts"
import { followUpQueue } from "./follow-up.ts"

let shop: Shop
let orderId: string
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyShop(shop)
  orderId = (await addOrders(shop, 1))[0] ?? ""
})

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

test("a repeated event is recognized and changes nothing", async () => {
  expect(await take(refund("evt_1", 900))).toBe("done")
  expect(await take(refund("evt_1", 2900))).toBe("repeated")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 900 }])
  expect(await take(refund("evt_2", 2900))).toBe("done")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 2900 }])
})

test("the same event received twice at once has its effect once", async () => {
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

test("a repeated checkout event is recognized and changes nothing", async () => {
  expect(await onCheckoutEvents(shop.world, [paid("evt_1")])).toEqual(["done"])
  expect(await onCheckoutEvents(shop.world, [paid("evt_1", 1)])).toEqual(["repeated"])
  expect(await orders(shop)).toMatchObject([{ state: "paid", total_cents: 2900 }])
})

test("events about orders of other applications, or about unknown objects, are ignored", async () => {
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

test("only events with an effect trigger mails", async () => {
  const woken = () => shop.jobs.splice(0).map(({ queue }) => queue)
  await take(refund("evt_1", 900, randomUUID()))
  expect(woken()).toEqual([])
  await onCheckoutEvents(shop.world, [paid("evt_3")])
  expect(woken()).toEqual([followUpQueue])
  await onCheckoutEvents(shop.world, [paid("evt_3")])
  expect(woken()).toEqual([])
  await take(refund("evt_4", 900))
  expect(woken()).toEqual([followUpQueue])
  await take(refund("evt_4", 900))
  expect(woken()).toEqual([])
  const stranger = paid("evt_5")
  stranger.session.orderId = randomUUID()
  await onCheckoutEvents(shop.world, [stranger, paid("evt_6")])
  expect(woken()).toEqual([followUpQueue])
  await onCheckoutEvents(shop.world, [{ ...stranger, id: "evt_7" }])
  expect(woken()).toEqual([])
})

const subscription = () => ({
  id: "sub_1",
  orderId: orderId as string | null,
  customerId: "cus_1",
  state: "active" as const,
  amountCents: 2900,
  startedAt: early,
  periodEndsAt: null,
  cancelAt: null,
  endedAt: null,
})
const invoice = (subscriptionId: string | null = "sub_1") => ({
  id: "in_2",
  subscriptionId,
  orderId: null,
  first: false,
  state: "paid" as const,
  totalCents: 2900,
  taxCents: 0,
  discountCents: 0,
  createdAt: late,
  paidAt: late,
  paymentId: "pi_2",
  url: null,
})

/** A service with one renewed subscription, except for the given differences; records the requests. */
function renewed(without: Partial<Record<"subscription" | "invoice" | "payment", Refused>> = {}) {
  const asked: string[] = []
  const answer =
    <Value>(what: "subscription" | "invoice" | "payment", value: () => Value) =>
    async () => {
      asked.push(what)
      const refused = without[what]
      return refused ? ({ ok: false, ...refused } as const) : ({ ok: true, value: value() } as const)
    }
  const payments = {
    ...shop.payments,
    subscription: answer("subscription", subscription),
    invoice: answer("invoice", invoice),
    payment: answer("payment", () => ({
      id: "pi_2",
      orderId: null,
      invoiceId: "in_2",
      amountCents: 2900,
      refundedCents: 900,
      dispute: null,
    })),
  }
  return { payments, asked }
}
type Refused = { code: "not_found" | "refused"; message: string }
const gone: Refused = { code: "not_found", message: "None" }
const broken: Refused = { code: "refused", message: "Broken" }

const about = {
  subscription: { about: "subscription", subscriptionId: "sub_1" },
  invoice: { about: "invoice", invoiceId: "in_2" },
  refund: { about: "refund", paymentId: "pi_2", orderId: null, refundedCents: 900 },
  dispute: { about: "dispute", paymentId: "pi_2", dispute: { id: "du_1", createdAt: early, state: "open" } },
} as const
const event = (kind: keyof typeof about) => ({
  ...about[kind],
  id: `evt_${kind}`,
  type: kind,
  createdAt: shop.world.now(),
})

test.each([
  ["subscription", {}, "done", ["subscription"], ["pending"]],
  ["subscription", { subscription: gone }, "ignored", ["subscription"], ["pending"]],
  ["invoice", {}, "done", ["invoice", "subscription"], ["paid", "pending"]],
  ["invoice", { invoice: gone }, "ignored", ["invoice"], ["pending"]],
  ["invoice", { subscription: gone }, "ignored", ["invoice", "subscription"], ["pending"]],
  // Its event arrives before the invoice of its renewal.
  ["refund", {}, "done", ["payment", "invoice", "subscription"], ["paid", "pending"]],
  ["refund", { payment: gone }, "ignored", ["payment"], ["pending"]],
  ["dispute", {}, "done", ["payment", "invoice", "subscription"], ["disputed", "pending"]],
] as const)("news of a %s, where the service lacks %j: %s", async (kind, without, dealt, asks, states) => {
  await shop.world.db.sql`update orders set mode = 'subscription'`
  const { payments, asked } = renewed(without)
  expect(await onPaymentEvent(shop.world, payments, event(kind))).toBe(dealt)
  expect(asked).toEqual(asks)
  expect((await orders(shop)).map(({ state }) => state).sort()).toEqual(states)
  // The same event again does not even call the service.
  expect(await onPaymentEvent(shop.world, payments, event(kind))).toBe("repeated")
  expect(asked).toEqual(asks)
})

test.each(["subscription", "invoice", "payment"] as const)(
  "a refusal about a %s is thrown, so that the event is sent again",
  async (what) => {
    const { payments } = renewed({ [what]: broken })
    const kind = what === "payment" ? "refund" : what
    await expect(onPaymentEvent(shop.world, payments, event(kind))).rejects.toThrow("Broken")
    expect(await shop.world.db.sql`select 1 from private.payment_events`).toEqual([])
  },
)

test("an invoice without a subscription is ignored", async () => {
  const payments = {
    ...renewed().payments,
    invoice: async () => ({ ok: true as const, value: invoice(null) }),
  }
  expect(await onPaymentEvent(shop.world, payments, event("invoice"))).toBe("ignored")
})

test("a known payment is not fetched", async () => {
  await shop.world.db.sql`update orders set payment_id = 'pi_2'`
  const { payments, asked } = renewed()
  expect(await onPaymentEvent(shop.world, payments, event("refund"))).toBe("done")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 900 }])
  const named = { ...refund("evt_named", 1900), paymentId: "pi_of_no_order" }
  expect(await onPaymentEvent(shop.world, payments, named)).toBe("done")
  expect(await orders(shop)).toMatchObject([{ refunded_cents: 1900 }])
  expect(asked).toEqual([])
})

test("a dispute about an unknown payment is ignored", async () => {
  const { payments } = renewed({ payment: gone })
  expect(await onPaymentEvent(shop.world, payments, event("dispute"))).toBe("ignored")
})
