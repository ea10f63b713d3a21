/** Who is notified of what about an order, and that nobody is notified twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addOrders, createShop, emptyShop, type Shop } from "#test/support/shop.ts"
import { hasRunningSubscription, planRefund, refundOrder, showOrder } from "./books.ts"
import { applyInvoice } from "./facts.ts"
import { openGuestsPortal } from "./portal.ts"

let shop: Shop
let id: string
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyShop(shop)
  id = (await addOrders(shop, 1))[0] ?? ""
})

const set = (column: string, value: unknown) => {
  const { sql } = shop.world.db
  return sql`update orders set ${sql(column)} = ${value as string}`
}
const pay = async () => {
  await shop.world.db.sql`
    update orders set paid_at = ${shop.world.now()}, total_cents = 2900, tax_cents = 0, discount_cents = 0,
      payment_id = 'pi_1', email = 'mara@northline.example'`
}
const told = async () => {
  await shop.settle()
  await shop.settle()
  return shop.mails.splice(0).map(({ to, kind }) => `${to.split("@")[0]} ${kind}`)
}

test.each([
  ["service", false, ["operator order.operator", "mara order.receipt"]],
  ["service", true, ["mara order.receipt"]],
  ["donation", false, ["mara order.receipt"]],
  ["donation", true, ["mara order.receipt"]],
])("a paid %s (renewal: %s) is told to %j, once", async (kind, renewal, mails) => {
  await pay()
  await set("kind", kind)
  await set("renewal", renewal)
  expect(await told()).toEqual(mails)
  expect(await told()).toEqual([])
})

test("a buyer whose address is erased gets no mail; the operator still does", async () => {
  await pay()
  await set("email", null)
  expect(await told()).toEqual(["operator order.operator"])
})

test("a dispute is reported once, and the next one again", async () => {
  await pay()
  await told()
  await set("dispute_state", "open")
  await set("dispute_id", "du_1")
  await set("disputed_at", shop.world.now())
  expect(await told()).toEqual(["operator order.disputed"])
  expect(await told()).toEqual([])
})

test.each([
  ["paid, with an address", true, "mara@northline.example", ["mara order.cancelled"]],
  ["never paid", false, "mara@northline.example", []],
  ["paid, erased", true, null, []],
])("the end of a subscription: %s", async (what, paid, email, mails) => {
  const { db, now } = shop.world
  await pay()
  await told()
  await db.sql`update orders set mode = 'subscription', email = ${email}, paid_at = ${paid ? now() : null}`
  await db.sql`
    insert into paid_subscriptions (id, order_id, kind, product, name, state, amount_cents, started_at, ended_at, read_no, checked_at)
    values (${what}, ${id}, 'service', 'x', 'X', 'canceled', 100, ${now()}, ${now()}, 0, ${now()})`
  expect(await told()).toEqual(mails)
})

test("a cancellation that is revoked and set again is mailed again", async () => {
  const { db, now } = shop.world
  await pay()
  await told()
  await db.sql`update orders set mode = 'subscription'`
  await db.sql`
    insert into paid_subscriptions (id, order_id, kind, product, name, state, amount_cents, started_at, read_no, checked_at)
    values ('sub_again', ${id}, 'service', 'x', 'X', 'active', 100, ${now()}, 0, ${now()})`
  for (const day of ["2026-12-01", "2026-12-24"]) {
    await db.sql`update paid_subscriptions set cancel_at = ${day}, cancel_told_at = null`
    expect(await told()).toEqual(["mara order.cancelled"])
  }
})

const book = async () => {
  const found = await showOrder(shop.world, id)
  if (!found.ok) throw new Error(found.code)
  return found.order
}

test("only the rest of an order can be refunded", async () => {
  expect(planRefund(await book())).toEqual({ ok: false, code: "not_paid" })
  await pay()
  const order = await book()
  expect(planRefund(order)).toEqual({ ok: true, paymentId: "pi_1", amountCents: 2900, leftCents: 0 })
  expect(planRefund(order, 900)).toMatchObject({ ok: true, leftCents: 2000 })
  expect(planRefund(order, 2900)).toMatchObject({ ok: true, leftCents: 0 })
  expect(planRefund(order, 2901)).toEqual({ ok: false, code: "too_much" })
  expect(planRefund({ ...order, refundedCents: 2900 })).toEqual({ ok: false, code: "too_much" })
})

test("a refund that the service refuses changes nothing and returns the reason", async () => {
  await pay()
  shop.world.payments = {
    ...shop.payments,
    refund: async () => ({ ok: false, code: "refused", message: "No" }),
  }
  expect(await refundOrder(shop.world, await book())).toEqual({ ok: false, code: "refused", message: "No" })
  expect(await book()).toMatchObject({ refundedCents: 0 })
  delete shop.world.payments
  expect(await refundOrder(shop.world, await book())).toEqual({ ok: false, code: "payments_off" })
})

test.each([
  [null, "active", false],
  ["sub_1", "active", true],
  ["sub_1", "past_due", true],
  ["sub_1", null, true],
  ["sub_1", "canceled", false],
  ["sub_1", "incomplete_expired", false],
])("a subscription %j that is %j can charge: %s", (subscriptionId, subscriptionState, runs) => {
  expect(hasRunningSubscription({ subscriptionId, subscriptionState })).toBe(runs)
})

test.each([
  ["open, nothing paid", { state: "open" }, 0],
  ["paid, but nothing was to pay", { state: "paid", totalCents: 0 }, 0],
  ["paid", { state: "paid" }, 1],
  ["failed", { state: "failed" }, 1],
] as const)("an invoice that is %s makes so many orders: %#", async (_what, changes, count) => {
  const { db, now } = shop.world
  await db.sql`update orders set mode = 'subscription'`
  await db.sql`
    insert into paid_subscriptions (id, order_id, kind, product, name, state, amount_cents, started_at, read_no, checked_at)
    values ('sub_1', ${id}, 'service', 'x', 'X', 'active', 100, ${now()}, 0, ${now()})`
  const invoice = {
    id: "in_2",
    first: false,
    orderId: id,
    subscriptionId: "sub_1",
    paymentId: "pi_2",
    totalCents: 100,
    taxCents: 0,
    discountCents: 0,
    createdAt: now(),
    paidAt: null,
    ...changes,
  }
  await applyInvoice(db, invoice as never, now())
  await applyInvoice(db, invoice as never, now())
  expect(await db.sql`select 1 from orders where renewal`).toHaveLength(count)
})

test("a portal opens only with the token of its own order, and a customer", async () => {
  await set("customer_id", "cus_1")
  const open = (orderId: string, isToken: boolean) =>
    openGuestsPortal(shop.world, { orderId, isToken: () => isToken })
  shop.world.payments = {
    ...shop.payments,
    openPortal: async ({ returnUrl }) => ({ ok: true, value: { url: `https://pay.test/?${returnUrl}` } }),
  }
  expect(await open(id, true)).toMatchObject({ ok: true })
  expect(await open(id, false)).toEqual({ ok: false, code: "no_customer" })
  expect(await open("nobody", true)).toEqual({ ok: false, code: "no_customer" })
  shop.world.payments = {
    ...shop.payments,
    openPortal: async () => ({ ok: false, code: "refused", message: "No" }),
  }
  expect(await open(id, true)).toEqual({ ok: false, code: "payment_service_failed" })
  expect(shop.log.entries).toMatchObject([{ level: "error", fields: { reason: "No" } }])
  shop.world.payments = {
    ...shop.payments,
    openPortal: async () => ({ ok: false, code: "unknown_customer", message: "Gone" }),
  }
  expect(await open(id, true)).toEqual({ ok: false, code: "no_customer" })
  await set("customer_id", null)
  shop.world.payments = {
    ...shop.payments,
    openPortal: () => Promise.reject(new Error("Asked without a customer")),
  }
  expect(await open(id, true)).toEqual({ ok: false, code: "no_customer" })
  delete shop.world.payments
  expect(await open(id, true)).toEqual({ ok: false, code: "payments_off" })
})
