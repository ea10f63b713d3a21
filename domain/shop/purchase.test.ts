/** Buying, giving and subscribing through the service's own SDK against the sandbox. */
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  addAccount,
  click,
  coaching,
  createShop,
  orders,
  press,
  type Shop,
  starterKit,
} from "#test/support/shop.ts"
import { cancelOrder, refundOrder, showOrder } from "./books.ts"
import { startCheckout } from "./checkout.ts"
import { openMembersPortal } from "./portal.ts"
import { deleteExpiredOrders, sweepPayments } from "./refresh.ts"
import { cancelledOrder, orderOfSession } from "./shown-order.ts"

let shop: Shop
beforeEach(async () => {
  shop = await createShop()
})
afterEach(() => shop.close())

const subjects = () => shop.mails.map(({ to, subject }) => `${to}: ${subject}`)

test("A guest buys: one order, one receipt, one mail to the operator", async () => {
  const { orderId, url, sessionId } = await click(shop, starterKit)
  expect(await orderOfSession(shop.world, sessionId)).toEqual({
    kind: "service",
    name: "Personal Brand Starter Kit",
    mode: "payment",
    amountCents: 2900,
    totalCents: null,
    state: "pending",
    maskedEmail: null,
    test: true,
  })
  expect(await cancelledOrder(shop.world, orderId)).toEqual({ kind: "service", name: starterKit.productName })
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  await shop.settle()
  expect(await orderOfSession(shop.world, sessionId)).toMatchObject({
    state: "paid",
    totalCents: 2900,
    maskedEmail: "m***@northline.example",
  })
  expect(await cancelledOrder(shop.world, orderId)).toBeNull()
  expect(subjects()).toEqual([
    "operator@b4m.test: [Test] Paid: Personal Brand Starter Kit",
    "mara@northline.example: [Test] Your receipt: Personal Brand Starter Kit",
  ])
  expect(await orderOfSession(shop.world, "cs_test_unknown")).toBeNull()
})

test("A repeated click, even at the same moment, creates one order and one page; its key works for nothing else", async () => {
  const key = `click:${randomUUID()}`
  const made = await Promise.all([1, 2, 3, 4].map(() => click(shop, starterKit, { key })))
  expect(new Set(made.map(({ url }) => url)).size).toBe(1)
  expect(await orders(shop)).toHaveLength(1)
  const other = { kind: "service", product: "x", name: "X", description: null, mode: "payment" } as const
  expect(
    await startCheckout(shop.world, { item: { ...other, amountCents: 1 }, account: null, key }),
  ).toMatchObject({ code: "key_reused" })
  await press(shop, made[0]?.url ?? "", "pay")
  await shop.deliver()
  await expect(click(shop, starterKit, { key })).rejects.toThrow("already_paid")
})

test("A buyer waiting on the success page sees the order as paid even if no event arrives", async () => {
  const { url, sessionId } = await click(shop, starterKit)
  await press(shop, url, "pay")
  await shop.deliver({ lost: true })
  shop.clock.advance(5000)
  expect(await orderOfSession(shop.world, sessionId)).toMatchObject({ state: "paid", totalCents: 2900 })
})

test("The sweep finds payments and cancellations that were never reported; unpaid orders are deleted after a month", async () => {
  const [paid, left] = [await click(shop, starterKit), await click(shop, starterKit)]
  await press(shop, paid.url, "pay")
  await shop.deliver({ lost: true })
  expect(await sweepPayments(shop.world)).toBe(0)
  shop.clock.advance(16 * 60_000)
  expect(await sweepPayments(shop.world)).toBe(2)
  expect((await orders(shop)).map(({ state }) => state).sort()).toEqual(["paid", "pending"])
  expect(await sweepPayments(shop.world)).toBe(0)
  shop.clock.advance(25 * 3_600_000)
  await shop.sandbox.catchUp()
  await shop.deliver({ lost: true })
  expect(await sweepPayments(shop.world)).toBe(1)
  expect(await orderOfSession(shop.world, left.sessionId)).toMatchObject({ state: "expired" })
  shop.clock.advance(31 * 86_400_000)
  await deleteExpiredOrders(shop.world)
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["paid"])
})

test("A delayed payment succeeds or fails later, and the buyer is notified", async () => {
  const [yes, no] = [await click(shop, starterKit), await click(shop, starterKit)]
  await press(shop, yes.url, "debit")
  await press(shop, no.url, "debit-fails", { email: "nia@example.com" })
  await shop.deliver()
  shop.clock.advance(60 * 60_000)
  await shop.deliver()
  await shop.settle()
  expect((await orders(shop)).map(({ state }) => state).sort()).toEqual(["failed", "paid"])
  expect(subjects()).toContain(
    "nia@example.com: [Test] Your payment for Personal Brand Starter Kit did not go through",
  )
})

test("A declined renewal is reported once, and if paid on a retry it becomes an order like others", async () => {
  const account = await addAccount(shop, "mara@northline.example")
  const { url } = await click(shop, coaching, { account })
  await press(shop, url, "pay")
  await shop.deliver()
  const portal = await openMembersPortal(shop.world, account.id)
  if (!portal.ok) throw new Error(portal.code)
  const [row] = await shop.world.db.sql<{ id: string }>`select id from paid_subscriptions`
  const choose = async (choice: string) => {
    const body = new URLSearchParams({ choice, subscription: row?.id ?? "" })
    expect((await shop.sandbox.app.request(portal.url, { method: "POST", body })).status).toBe(303)
    await shop.deliver()
    await shop.settle()
  }
  const state = async () => (await shop.world.db.sql`select state from paid_subscriptions`)[0]?.state
  await choose("renew-fails")
  expect([await state(), (await orders(shop)).map((order) => order.state)]).toEqual([
    "past_due",
    ["paid", "failed"],
  ])
  await choose("pay")
  expect([await state(), (await orders(shop)).map((order) => order.state)]).toEqual([
    "active",
    ["paid", "paid"],
  ])
  expect(subjects().filter((line) => !line.startsWith("operator"))).toEqual([
    "mara@northline.example: [Test] Your receipt: 1:1 Brand Coaching",
    "mara@northline.example: [Test] Your payment for 1:1 Brand Coaching did not go through",
    "mara@northline.example: [Test] Your 1:1 Brand Coaching payment for this month",
  ])
})

test("A member's subscription renews, is canceled and ends, with a mail for each", async () => {
  const account = await addAccount(shop, "mara@northline.example")
  const { url, orderId } = await click(shop, coaching, { account })
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  const subscription = async () => {
    const [row] = await shop.world.db.sql`
      select state, amount_cents, user_id, cancel_at is not null as cancelled, ended_at is not null as ended
      from paid_subscriptions
    `
    return row
  }
  expect(await subscription()).toMatchObject({ state: "active", amount_cents: 29900, user_id: account.id })
  expect(subjects()).toContain("mara@northline.example: [Test] Your receipt: 1:1 Brand Coaching")
  expect(shop.mails.at(-1)?.text).toContain(`/billing/${orderId}/`)

  shop.clock.advance(32 * 86_400_000)
  await shop.sandbox.catchUp()
  await shop.deliver()
  await shop.settle()
  expect((await orders(shop)).map(({ state, renewal }) => [state, renewal])).toEqual([
    ["paid", false],
    ["paid", true],
  ])
  expect(subjects()).toContain(
    "mara@northline.example: [Test] Your 1:1 Brand Coaching payment for this month",
  )
  expect(await openMembersPortal(shop.world, account.id)).toMatchObject({ ok: true })

  const found = await showOrder(shop.world, orderId.slice(0, 8))
  if (!found.ok) throw new Error(found.code)
  expect(await cancelOrder(shop.world, found.order, "period-end")).toMatchObject({ ok: true })
  await shop.deliver()
  await shop.settle()
  expect(await subscription()).toMatchObject({ state: "active", cancelled: true, ended: false })
  expect(subjects().filter((line) => line.includes("Canceled"))).toHaveLength(1)
  shop.clock.advance(32 * 86_400_000)
  await shop.sandbox.catchUp()
  await shop.deliver()
  await shop.settle()
  expect(await subscription()).toMatchObject({ state: "canceled", ended: true })
  expect(subjects().filter((line) => line.includes("Canceled"))).toHaveLength(1)
  expect(await orders(shop)).toHaveLength(2)
})

test("An operator refunds a part, then the rest, and never more", async () => {
  const { url, orderId } = await click(shop, starterKit)
  await press(shop, url, "pay")
  await shop.deliver()
  const order = async () => {
    const found = await showOrder(shop.world, orderId)
    if (!found.ok) throw new Error(found.code)
    return found.order
  }
  expect(await refundOrder(shop.world, await order(), 3000)).toMatchObject({ code: "too_much" })
  expect(await refundOrder(shop.world, await order(), 900)).toEqual({ ok: true, refundedCents: 900 })
  await shop.deliver()
  await shop.settle()
  expect(await order()).toMatchObject({ state: "paid", refundedCents: 900 })
  expect(await refundOrder(shop.world, await order())).toEqual({ ok: true, refundedCents: 2900 })
  await shop.deliver()
  await shop.settle()
  expect(await order()).toMatchObject({ state: "refunded", refundedCents: 2900 })
  expect(await refundOrder(shop.world, await order())).toMatchObject({ code: "too_much" })
  expect(subjects().filter((line) => line.includes("Your refund"))).toEqual([
    "mara@northline.example: [Test] Your refund: $9 for Personal Brand Starter Kit",
    "mara@northline.example: [Test] Your refund: $20 for Personal Brand Starter Kit",
  ])
  expect(
    await shop.world.db.sql`select from orders where state in ('paid', 'refunded', 'disputed')`,
  ).toHaveLength(1)
})

test("The first payment of a subscription is refunded through its invoice", async () => {
  const { url, orderId } = await click(shop, coaching)
  await press(shop, url, "pay")
  await shop.deliver()
  const found = await showOrder(shop.world, orderId)
  if (!found.ok) throw new Error(found.code)
  expect(await refundOrder(shop.world, found.order)).toMatchObject({ ok: true })
  await shop.deliver()
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["refunded"])
})

test("A full refund also ends the subscription; a partial one, or an explicit choice, lets it continue", async () => {
  const bought = async () => {
    const { url, orderId } = await click(shop, coaching)
    await press(shop, url, "pay")
    await shop.deliver()
    const found = await showOrder(shop.world, orderId)
    if (!found.ok) throw new Error(found.code)
    return found.order
  }
  const states = async () => {
    await shop.deliver()
    return (await shop.world.db.sql`select state from paid_subscriptions order by started_at, id`).map(
      ({ state }) => state,
    )
  }
  const partly = await bought()
  expect(await refundOrder(shop.world, partly, 100)).toMatchObject({ ok: true })
  const kept = await bought()
  expect(await refundOrder(shop.world, kept, undefined, { keepSubscription: true })).toMatchObject({
    ok: true,
  })
  expect(await states()).toEqual(["active", "active"])
  expect(await refundOrder(shop.world, await bought(), 29900)).toEqual({ ok: true, refundedCents: 29900 })
  expect((await states()).sort()).toEqual(["active", "active", "canceled"])
  await shop.settle()
  expect(subjects().filter((line) => line.includes("Canceled"))).toHaveLength(1)
  shop.clock.advance(32 * 86_400_000)
  await shop.sandbox.catchUp()
  await shop.deliver()
  expect((await orders(shop)).filter(({ renewal }) => renewal)).toHaveLength(2)
})

test("A subscription that cannot be ended is not refunded either", async () => {
  const { url, orderId } = await click(shop, coaching)
  await press(shop, url, "pay")
  await shop.deliver()
  const found = await showOrder(shop.world, orderId)
  if (!found.ok) throw new Error(found.code)
  shop.world.payments = {
    ...shop.payments,
    cancelSubscription: async () => ({ ok: false, code: "refused", message: "No" }),
  }
  expect(await refundOrder(shop.world, found.order)).toMatchObject({ ok: false, code: "refused" })
  expect((await orders(shop)).map(({ refunded_cents }) => refunded_cents)).toEqual([0])
})

test("An account whose customer the service no longer knows buys with a new one", async () => {
  const account = await addAccount(shop, "lost@example.com")
  await shop.world.db.sql`
    insert into private.payment_customers values (${account.id}, 'cus_of_another_installation', ${shop.world.now()})
  `
  const { url } = await click(shop, starterKit, { account })
  await press(shop, url, "pay", { email: "lost@example.com" })
  await shop.deliver()
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["paid"])
})
