import { afterAll, beforeAll, expect, test } from "vitest"
import { showOrder } from "#domain/shop/books.ts"
import { pageOfOrders, revenueByMonth } from "#domain/shop/order-page.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { click, coaching, createShop, press, type Shop, starterKit } from "#test/support/shop.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import {
  endOrderSubscription,
  fulfillOrder,
  noteOnOrder,
  refundFromConsole,
  resendFromConsole,
} from "./order-commands.ts"

let shop: Shop
let owner: Operator
beforeAll(async () => {
  shop = await createShop()
  owner = await addOperatorSession(shop.world, "owner")
})
afterAll(() => shop.close())

async function bought(item = starterKit) {
  const { orderId, url } = await click(shop, item)
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  return shown(orderId)
}

async function shown(id: string) {
  const found = await showOrder(shop.world, id)
  if (!found.ok) throw new Error(found.code)
  return found.order
}

const commandsOn = async (id: string) =>
  (await linesAbout(shop.world.db, { subject: "order", id })).map(({ command }) => command)

test("Orders are found by mail, number and state; revenue is by month and product", async () => {
  const order = await bought()
  await bought(coaching)
  const unpaid = await click(shop, starterKit)
  const page = async (filter: Partial<Parameters<typeof pageOfOrders>[1]>) =>
    (await pageOfOrders(shop.world.db, { state: "booked", ...filter }, { limit: 9, offset: 0 })).total
  expect([await page({}), await page({ state: "all" }), await page({ state: "pending" })]).toEqual([2, 3, 1])
  expect(await page({ search: "MARA@" })).toBe(2)
  expect(await page({ search: order.id.slice(0, 8).toUpperCase() })).toBe(1)
  expect(await page({ search: unpaid.orderId.slice(0, 8) })).toBe(0)
  expect(await page({ search: "%" })).toBe(0)
  await refundFromConsole(shop.world, owner, { order, amountCents: 900, endSubscription: false })
  expect(await revenueByMonth(shop.world.db)).toMatchObject([
    { month: "2026-11", name: coaching.productName, orders: 1, grossCents: 29_900, refundedCents: 0 },
    { month: "2026-11", name: starterKit.productName, orders: 1, grossCents: 2900, refundedCents: 900 },
  ])
})

test("A refund requires an owner with a fresh second factor; a part and then the rest have one entry each", async () => {
  const order = await bought()
  const { id } = order
  const helper = await addOperatorSession(shop.world, "helper")
  const given = { order, endSubscription: false }
  expect(await refundFromConsole(shop.world, helper, given)).toEqual({ ok: false, code: "not_allowed" })
  const stale = { ...owner, provenAt: new Date(shop.world.now().getTime() - 600_000) }
  expect(await refundFromConsole(shop.world, stale, given)).toEqual({ ok: false, code: "proof_needed" })
  // A helper whose session claims a higher role: the database refuses before the payment service is called.
  await expect(refundFromConsole(shop.world, { ...helper, role: "owner" }, given)).rejects.toThrow(
    "does not hold the role",
  )
  expect(await shop.payments.payment(order.paymentId ?? "")).toMatchObject({ value: { refundedCents: 0 } })
  expect(await commandsOn(id)).toEqual([])

  expect(
    await refundFromConsole(shop.world, owner, { ...given, amountCents: 900, reason: "Late" }),
  ).toMatchObject({ ok: true, refundedCents: 900 })
  const rest = { ...given, order: await shown(id) }
  expect(await refundFromConsole(shop.world, owner, { ...rest, amountCents: 2001 })).toMatchObject({
    code: "too_much",
  })
  expect(await refundFromConsole(shop.world, owner, rest)).toMatchObject({ refundedCents: 2900 })
  expect(await linesAbout(shop.world.db, { subject: "order", id })).toMatchObject([
    { command: "order.refund", after: { state: "refunded", refundedCents: 2900 } },
    { command: "order.refund", before: { refundedCents: 0 }, after: { refundedCents: 900 }, reason: "Late" },
  ])
})

test("A refund that is requested nine times at once is one refund, one mail and one entry", async () => {
  const order = await bought(starterKit)
  const mailsBefore = shop.mails.length
  const asked = await Promise.all(
    Array.from({ length: 9 }, () =>
      refundFromConsole(shop.world, owner, { order, amountCents: 900, endSubscription: false }),
    ),
  )
  const codes = asked.map((one) => (one.ok ? "refunded" : one.code))
  expect(codes.sort()).toEqual([...Array(8).fill("changed"), "refunded"])
  expect(await shown(order.id)).toMatchObject({ refundedCents: 900 })
  expect(await linesAbout(shop.world.db, { subject: "order", id: order.id })).toHaveLength(1)
  await shop.settle()
  expect(shop.mails.slice(mailsBefore).filter(({ to }) => to === order.email)).toHaveLength(1)
})

test("A subscription that two operators end at once is ended once", async () => {
  const order = await bought(coaching)
  const asked = await Promise.all(
    [1, 2].map(() => endOrderSubscription(shop.world, owner, { order, when: "period-end" })),
  )
  expect(asked.map((one) => (one.ok ? "ended" : one.code)).sort()).toEqual(["ended", "unchanged"])
  expect(await linesAbout(shop.world.db, { subject: "order", id: order.id })).toHaveLength(1)
})

test("A full or partial refund that ends the subscription is two commands in one batch; otherwise it is one", async () => {
  const order = await bought(coaching)
  await refundFromConsole(shop.world, owner, { order, amountCents: 1000, endSubscription: false })
  expect((await shown(order.id)).subscriptionState).toBe("active")
  const partly = await shown(order.id)
  await refundFromConsole(shop.world, owner, { order: partly, amountCents: 1000, endSubscription: true })
  expect(await shown(order.id)).toMatchObject({ subscriptionState: "canceled", refundedCents: 2000 })
  const other = await bought(coaching)
  await refundFromConsole(shop.world, owner, { order: other, endSubscription: false })
  expect(await shown(other.id)).toMatchObject({ subscriptionState: "active", state: "refunded" })
  const [refund, cancel, first] = await linesAbout(shop.world.db, { subject: "order", id: order.id })
  expect([refund?.command, cancel?.command, first?.command]).toEqual([
    "order.refund",
    "order.cancel",
    "order.refund",
  ])
  expect(refund?.batch).toBe(cancel?.batch)
})

test("Nothing is refunded if the subscription that should end with it cannot be ended", async () => {
  const order = await bought()
  expect(await refundFromConsole(shop.world, owner, { order, endSubscription: true })).toEqual({
    ok: false,
    code: "no_subscription",
  })
  expect(await shop.payments.payment(order.paymentId ?? "")).toMatchObject({ value: { refundedCents: 0 } })
  expect(await commandsOn(order.id)).toEqual([])
})

test("A receipt is sent again to the buyer, never for an unpaid order", async () => {
  const order = await bought()
  shop.mails.length = 0
  expect(await resendFromConsole(shop.world, owner, order)).toMatchObject({ to: "mara@northline.example" })
  expect(shop.mails).toMatchObject([{ kind: "order.receipt" }])
  expect(shop.mails[0]?.text).toContain(order.id.slice(0, 8))
  const { orderId } = await click(shop, starterKit)
  expect(await resendFromConsole(shop.world, owner, await shown(orderId))).toMatchObject({ code: "not_paid" })
  expect(await commandsOn(orderId)).toEqual([])
})

test("The fulfillment state of an order can be changed and undone; notes are entries", async () => {
  const { id } = await bought()
  const dry = await fulfillOrder(shop.world, owner, { id, fulfillment: "done", dryRun: true })
  expect([dry.ok, (await shown(id)).fulfillment]).toEqual([true, "open"])
  const unknown = { id: crypto.randomUUID(), fulfillment: "done" } as const
  expect(await fulfillOrder(shop.world, owner, unknown)).toEqual({ ok: false, code: "not_found" })
  const done = await fulfillOrder(shop.world, owner, { id, fulfillment: "done" })
  expect(await fulfillOrder(shop.world, owner, { id, fulfillment: "done" })).toMatchObject({
    code: "unchanged",
  })
  expect((await shown(id)).fulfillment).toBe("done")
  expect(await undo(shop.world, owner, ("entry" in done && done.entry) || 0)).toMatchObject({ ok: true })
  expect((await shown(id)).fulfillment).toBe("open")
  const begun = await fulfillOrder(shop.world, owner, { id, fulfillment: "in-progress" })
  await fulfillOrder(shop.world, owner, { id, fulfillment: "done" })
  expect(await undo(shop.world, owner, ("entry" in begun && begun.entry) || 0)).toMatchObject({
    code: "changed",
  })
  await noteOnOrder(shop.world, owner, await shown(id), "Starts in May.")
  expect(await commandsOn(id)).toEqual(["order.note", ...Array(4).fill("order.fulfill")])
  const unpaid = await click(shop, starterKit)
  expect(await fulfillOrder(shop.world, owner, { id: unpaid.orderId, fulfillment: "done" })).toMatchObject({
    code: "not_paid",
  })
})
