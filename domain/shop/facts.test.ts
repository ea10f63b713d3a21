/** The effects of subscriptions, invoices and refunds, in whatever order they are reported. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Invoice, PaidSubscription } from "#ports/payments.ts"
import { addOrders, createShop, emptyShop, type Shop } from "#test/support/shop.ts"
import { applyInvoice, applyRefund, applySubscription } from "./facts.ts"

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())

let id: string
const at = new Date("2026-11-20T12:00:00Z")
beforeEach(async () => {
  const { sql } = shop.world.db
  await emptyShop(shop)
  id = (await addOrders(shop, 1))[0] ?? ""
  await sql`update orders set mode = 'subscription'`
})

const read = (no: number, changes: Partial<PaidSubscription> = {}) =>
  applySubscription(shop.world.db, {
    no,
    at,
    subscription: {
      id: "sub_1",
      orderId: id,
      customerId: "cus_1",
      state: "active",
      amountCents: 2900,
      startedAt: at,
      periodEndsAt: null,
      cancelAt: null,
      endedAt: null,
      ...changes,
    },
  })
const kept = async () =>
  (await shop.world.db.sql<{ state: string }>`select state from paid_subscriptions`).map(({ state }) => state)

test("a fetch that started earlier never overwrites a later one, and still finds a known subscription", async () => {
  expect(await read(2)).toBe(true)
  expect(await read(1, { state: "past_due" })).toBe(true)
  expect(await kept()).toEqual(["active"])
  expect(await read(3, { state: "past_due" })).toBe(true)
  expect(await kept()).toEqual(["past_due"])
})

test.each([
  ["no order", null],
  ["what is no order number", "4711"],
  ["an order of somebody else", randomUUID()],
])("a subscription that names %s is not ours", async (_what, orderId) => {
  expect(await read(1, { orderId })).toBe(false)
  expect(await kept()).toEqual([])
})

test("an order that was paid once, or that started another subscription, starts none", async () => {
  await shop.world.db.sql`update orders set mode = 'payment'`
  expect(await read(1)).toBe(false)
  await shop.world.db.sql`update orders set mode = 'subscription', subscription_id = 'sub_0'`
  expect(await read(2)).toBe(false)
  expect(await kept()).toEqual([])
})

const invoice = (changes: Partial<Invoice>) =>
  applyInvoice(
    shop.world.db,
    {
      id: "in_1",
      subscriptionId: "sub_1",
      orderId: id,
      first: true,
      state: "open",
      totalCents: 3100,
      taxCents: 300,
      discountCents: 100,
      createdAt: at,
      paidAt: null,
      paymentId: null,
      ...changes,
    },
    at,
  )
const order = async () =>
  (await shop.world.db.sql`select state, total_cents, tax_cents, discount_cents, paid_at from orders`)[0]
const unknown = { total_cents: null, tax_cents: null, discount_cents: null, paid_at: null }
const charged = { total_cents: 3100, tax_cents: 300, discount_cents: 100, paid_at: at }
const paidBefore = new Date("2026-11-20T11:00:00Z")

test.each([
  ["open", {}, { state: "pending", ...unknown }],
  ["failed, which can be tried again on its page", { state: "failed" }, { state: "pending", ...unknown }],
  ["paid", { state: "paid" }, { state: "paid", ...charged }],
  ["paid at a known time", { state: "paid", paidAt: paidBefore }, { ...charged, paid_at: paidBefore }],
  ["paid, of no order of ours", { state: "paid", orderId: "4711" }, { state: "pending", ...unknown }],
] as [string, Partial<Invoice>, object][])("a first invoice that is %s", async (_what, changes, expected) => {
  await invoice(changes)
  expect(await order()).toMatchObject(expected)
})

test.each([
  ["open", 3100, []],
  ["draft", 3100, []],
  ["void", 3100, []],
  ["paid", 0, []],
  ["paid", 3100, ["paid"]],
  ["failed", 3100, ["failed"]],
  ["uncollectible", 3100, ["failed"]],
] as const)("a later invoice that is %s, of %d cents, makes %j", async (state, totalCents, states) => {
  await read(1)
  await invoice({ first: false, state, totalCents })
  const rows = await shop.world.db.sql<{ state: string }>`select state from orders where renewal`
  expect(rows.map((row) => row.state)).toEqual(states)
})

test.each([
  ["by the order", { paymentId: "pi_new", orderId: "own", invoiceId: null }, true],
  ["by the payment", { paymentId: "pi_1", orderId: null, invoiceId: null }, true],
  ["by the invoice", { paymentId: "pi_new", orderId: null, invoiceId: "in_1" }, true],
  ["by nothing that is known", { paymentId: "pi_new", orderId: randomUUID(), invoiceId: "in_2" }, false],
  ["by what is no order number", { paymentId: "pi_new", orderId: "4711", invoiceId: null }, false],
])("a refund finds its order %s", async (_how, payment, found) => {
  await shop.world.db.sql`update orders set payment_id = 'pi_1', invoice_id = 'in_1'`
  const orderId = payment.orderId === "own" ? id : payment.orderId
  expect(await applyRefund(shop.world.db, { ...payment, orderId }, 900)).toBe(found)
  expect(await applyRefund(shop.world.db, { ...payment, orderId }, 400)).toBe(found)
  expect(await shop.world.db.sql`select refunded_cents from orders`).toEqual([
    { refunded_cents: found ? 900 : 0 },
  ])
})
