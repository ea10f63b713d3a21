/** What operators find, refund and cancel. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { PaidSubscription, Payments } from "#ports/payments.ts"
import { addOrders, createShop, emptyShop, type Shop } from "#test/support/shop.ts"
import { type BookedOrder, cancelOrder, planRefund, refundOrder, showOrder } from "./books.ts"
import { followUpQueue } from "./follow-up.ts"

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())

let id: string
let asked: unknown[]
beforeEach(async () => {
  const { sql } = shop.world.db
  await emptyShop(shop)
  id = (await addOrders(shop, 1))[0] ?? ""
  await sql`update orders set paid_at = ${shop.world.now()}, total_cents = 2900, payment_id = 'pi_1'`
  asked = []
})

const book = async (): Promise<BookedOrder> => {
  const found = await showOrder(shop.world, id)
  if (!found.ok) throw new Error(found.code)
  return found.order
}

const subscription = (changes: Partial<PaidSubscription>): PaidSubscription => ({
  id: "sub_1",
  orderId: id,
  customerId: "cus_1",
  state: "active",
  amountCents: 2900,
  startedAt: shop.world.now(),
  periodEndsAt: null,
  cancelAt: null,
  endedAt: null,
  ...changes,
})

/** A service that performs every request and records it. */
function obeying(changes: Partial<PaidSubscription> = {}): void {
  const payments: Partial<Payments> = {
    async refund(refund) {
      asked.push(refund)
      const refundedCents = refund.amountCents ?? 2900
      return {
        ok: true,
        value: { id: "pi_1", orderId: id, invoiceId: null, amountCents: 2900, refundedCents, dispute: null },
      }
    },
    async cancelSubscription(of, when) {
      asked.push([of, when])
      return { ok: true, value: subscription(changes) }
    },
  }
  shop.world.payments = { ...shop.payments, ...payments }
}

test.each([
  ["the whole number", (all: string) => all, "found"],
  ["its beginning in capitals", (all: string) => all.slice(0, 8).toUpperCase(), "found"],
  ["too short a beginning", (all: string) => all.slice(0, 3), "not_found"],
  ["a pattern that matches everything", () => "%%%%", "not_found"],
  ["no number at all", () => "order", "not_found"],
  ["a number of no order", () => "00000000-0000-4000-8000-000000000000", "not_found"],
])("an order is looked up by %s", async (_how, asText, answer) => {
  const found = await showOrder(shop.world, asText(id))
  expect(found.ok ? "found" : found.code).toBe(answer)
})

test("a prefix of two order numbers is ambiguous", async () => {
  await shop.world.db.sql`
    insert into orders (id, key, kind, product, name, mode, amount_cents, test, created_at)
    select ('aaaaaaaa-0000-4000-8000-00000000000' || n)::uuid, 'same:' || n, 'service', 'x', 'X', 'payment', 1, true, now()
    from generate_series(1, 2) n`
  expect(await showOrder(shop.world, "aaaaaaaa")).toEqual({ ok: false, code: "ambiguous" })
})

test.each([
  [{ paidAt: null }, "not_paid"],
  [{ paymentId: null }, "not_paid"],
  [{ totalCents: null }, "not_paid"],
  [{ totalCents: 0 }, "too_much"],
  [{ refundedCents: 2900 }, "too_much"],
])("an order with %j cannot be refunded: %s", async (changes, code) => {
  expect(planRefund({ ...(await book()), ...changes })).toEqual({ ok: false, code })
})

test.each([
  [undefined, "rest"],
  [900, "900"],
])("a refund of %s has its own key, and wakes the mails about it", async (amountCents, part) => {
  obeying()
  expect(await refundOrder(shop.world, await book(), amountCents)).toMatchObject({ ok: true })
  expect(asked).toEqual([
    { paymentId: "pi_1", ...(amountCents ? { amountCents } : {}), key: `refund:${id}:0:${part}` },
  ])
  expect(shop.jobs).toMatchObject([{ queue: followUpQueue }])
})

const later = new Date("2026-12-20T12:00:00Z")
test.each([
  ["at the end of the period", { cancelAt: later }, later],
  ["at once", { state: "canceled", endedAt: later, cancelAt: new Date("2026-11-01T00:00:00Z") }, later],
] as const)(
  "a subscription that is ended %s says when, and wakes the mails about it",
  async (_when, changes, endsAt) => {
    obeying(changes)
    await shop.world.db.sql`update orders set mode = 'subscription', subscription_id = 'sub_1'`
    expect(await cancelOrder(shop.world, await book(), "now")).toEqual({ ok: true, endsAt })
    expect(asked).toEqual([["sub_1", "now"]])
    expect(shop.jobs).toMatchObject([{ queue: followUpQueue }])
    expect((await book()).cancelAt).toEqual(changes.cancelAt)
  },
)

test("an order without a subscription cannot be canceled, and nothing can while payments are off", async () => {
  obeying()
  expect(await cancelOrder(shop.world, await book(), "now")).toEqual({ ok: false, code: "no_subscription" })
  delete shop.world.payments
  const order = { ...(await book()), subscriptionId: "sub_1" }
  expect(await cancelOrder(shop.world, order, "now")).toEqual({ ok: false, code: "payments_off" })
  expect(asked).toEqual([])
})
