/** Which objects are fetched again, how often, and when rows are deleted. */
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { addOrders, click, createShop, orders, press, type Shop, starterKit } from "#test/support/shop.ts"
import { followUpQueue } from "./follow-up.ts"
import { deleteExpiredOrders, refreshOrder, sweepPayments } from "./refresh.ts"
import { orderOfSession } from "./shown-order.ts"

let shop: Shop
beforeEach(async () => {
  shop = await createShop()
})
afterEach(() => shop.close())

const hour = 3_600_000
const day = 24 * hour

test("deletes orders that expired and events, both more than a month old, and nothing younger", async () => {
  const { db, now } = shop.world
  const daysAgo = (days: number) => new Date(now().getTime() - days * day)
  for (const [name, days] of [
    ["old", 31],
    ["young", 29],
  ] as const) {
    await db.sql`
      insert into private.payment_events (id, type, created_at, received_at)
      values (${name}, 'charge.refunded', ${daysAgo(days)}, ${daysAgo(days)})
    `
    for (const state of ["expired_at", "paid_at", "failed_at", null])
      await db.sql`
        insert into orders (key, kind, product, name, mode, amount_cents, test, created_at, expired_at, paid_at, failed_at)
        values (${`${name}:${state}`}, 'service', 'x', 'X', 'payment', 100, true, ${daysAgo(days)},
          ${state === "expired_at" ? now() : null}, ${state === "paid_at" ? now() : null},
          ${state === "failed_at" ? now() : null})
      `
  }
  await deleteExpiredOrders(shop.world)
  const kept = await db.sql<{ key: string }>`select key from orders order by created_at, id`
  expect(kept.map(({ key }) => key).sort()).toEqual(
    [
      "old:paid_at",
      "old:failed_at",
      "old:null",
      "young:expired_at",
      "young:paid_at",
      "young:failed_at",
      "young:null",
    ].sort(),
  )
  expect(await db.sql`select id from private.payment_events`).toEqual([{ id: "young" }])
})

/** Counts the requests to the service, which responds that there is no such session. */
function counted() {
  const asked: string[] = []
  shop.world.payments = {
    ...shop.payments,
    async checkout(id) {
      asked.push(id)
      return { ok: false, code: "not_found", message: "None" }
    },
  }
  return asked
}

test("fetches a pending order once per pause, and gives up after two days without a session", async () => {
  const [id = ""] = await addOrders(shop, 1)
  const { db } = shop.world
  await db.sql`update orders set session_id = 'cs_1'`
  const asked = counted()
  const state = async () => (await db.sql<{ state: string }>`select state from orders`)[0]?.state
  await refreshOrder(shop.world, id, { pauseMs: 4000 })
  shop.clock.advance(3999)
  await refreshOrder(shop.world, id, { pauseMs: 4000 })
  expect(asked).toHaveLength(1)
  shop.clock.advance(1)
  await refreshOrder(shop.world, id, { pauseMs: 4000 })
  expect(asked).toHaveLength(2)
  shop.clock.set("2026-11-22T12:00:00Z")
  await refreshOrder(shop.world, id, { pauseMs: 0 })
  expect(await state()).toBe("pending")
  shop.clock.advance(1)
  await refreshOrder(shop.world, id, { pauseMs: 0 })
  expect(await state()).toBe("expired")
})

test("an order without a page is abandoned after two days", async () => {
  const [id = ""] = await addOrders(shop, 1)
  shop.clock.advance(2 * day + 1)
  await refreshOrder(shop.world, id, { pauseMs: 0 })
  expect(await shop.world.db.sql`select state from orders`).toEqual([{ state: "expired" }])
  expect(shop.jobs).toEqual([])
})

test("the service's state is stored, and mails are sent about it", async () => {
  const { orderId, url } = await click(shop, starterKit)
  await press(shop, url, "pay")
  shop.jobs.splice(0)
  await refreshOrder(shop.world, orderId, { pauseMs: 0 })
  expect(await orders(shop)).toMatchObject([{ state: "paid" }])
  expect(shop.jobs).toMatchObject([{ queue: followUpQueue }])
})

test("a buyer who comes back while the service is down sees the order as it was", async () => {
  const { sessionId } = await click(shop, starterKit)
  shop.world.payments = { ...shop.payments, checkout: () => Promise.reject(new Error("No answer")) }
  expect(await orderOfSession(shop.world, sessionId)).toMatchObject({ state: "pending" })
  expect(shop.log.entries).toMatchObject([{ level: "warn" }])
})

test("the sweep waits a quarter of an hour for webhooks, and then doubles its pauses", async () => {
  await addOrders(shop, 1)
  await shop.world.db.sql`update orders set session_id = 'cs_1'`
  const asked = counted()
  const minute = 60_000
  const after = async (minutes: number) => {
    shop.clock.advance(minutes * minute)
    await sweepPayments(shop.world)
    return asked.length
  }
  expect(await after(14)).toBe(0)
  expect(await after(1)).toBe(1)
  expect(await after(14)).toBe(1)
  expect(await after(1)).toBe(2)
  expect(await after(29)).toBe(2)
  expect(await after(1)).toBe(3)
})

test("a session that cannot be fetched throws, so that it is fetched again", async () => {
  const [id = ""] = await addOrders(shop, 1)
  await shop.world.db.sql`update orders set session_id = 'cs_1'`
  shop.world.payments = {
    ...shop.payments,
    checkout: async () => ({ ok: false, code: "refused", message: "Busy" }),
  }
  await expect(refreshOrder(shop.world, id, { pauseMs: 0 })).rejects.toThrow("Busy")
})

test("while payments are off, nothing is fetched", async () => {
  const [id = ""] = await addOrders(shop, 1)
  delete shop.world.payments
  shop.clock.advance(day)
  expect(await sweepPayments(shop.world)).toBe(0)
  await refreshOrder(shop.world, id, { pauseMs: 0 })
  expect(await shop.world.db.sql`select checked_at from orders`).toEqual([{ checked_at: null }])
})

test("a subscription whose month ended without an event is fetched every six hours until it has ended", async () => {
  const [id = ""] = await addOrders(shop, 1)
  const { db, now } = shop.world
  await db.sql`update orders set mode = 'subscription', paid_at = ${now()}, fulfilled_at = ${now()}, receipt_at = ${now()}`
  await db.sql`
    insert into paid_subscriptions (id, order_id, kind, product, name, state, amount_cents, started_at, period_ends_at, read_no, checked_at)
    values ('sub_1', ${id}, 'service', 'x', 'X', 'active', 100, ${now()}, ${new Date(now().getTime() + day)}, 0, ${now()})
  `
  const asked: string[] = []
  let down = true
  shop.world.payments = {
    ...shop.payments,
    async subscription(of) {
      asked.push(of)
      if (down) throw new Error("ECONNRESET")
      return { ok: false, code: "not_found", message: "None" }
    },
  }
  const woken: string[] = []
  const { jobs } = shop.world
  shop.world.jobs = { ...jobs, wake: (_db: Db, queue: string) => void woken.push(queue) }
  const sweepAfter = async (ms: number) => {
    shop.clock.advance(ms)
    return [await sweepPayments(shop.world), asked.length, woken.length]
  }
  expect(await sweepAfter(day + hour - 1)).toEqual([0, 0, 0])
  // An outage of the service is logged, and stops nothing.
  expect(await sweepAfter(1)).toEqual([1, 1, 1])
  expect(shop.log.entries.filter(({ level }) => level === "error")).toMatchObject([
    { fields: { subscription: "sub_1" } },
  ])
  down = false
  expect(await sweepAfter(6 * hour - 1)).toEqual([0, 1, 1])
  expect(await sweepAfter(1)).toEqual([1, 2, 2])
  await db.sql`update paid_subscriptions set ended_at = ${now()}`
  expect(await sweepAfter(day)).toEqual([0, 2, 2])
})
