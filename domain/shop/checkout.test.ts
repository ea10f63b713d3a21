/** Which checkouts open a payment page, and which are refused. */
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createShop, orders, type Shop, starterKit } from "#test/support/shop.ts"
import { findSellable } from "./catalog.ts"
import { startCheckout } from "./checkout.ts"

let shop: Shop
beforeEach(async () => {
  shop = await createShop()
})
afterEach(() => shop.close())

function start(key = `click:${randomUUID()}`) {
  const found = findSellable(starterKit)
  if (!found.ok) throw new Error(found.code)
  return startCheckout(shop.world, { item: found.item, account: null, key })
}

test("while payments are off, nothing can be ordered", async () => {
  delete shop.world.payments
  expect(await start()).toEqual({ ok: false, code: "payments_off" })
  expect(await orders(shop)).toEqual([])
})

test.each([
  ["expired_at", "checkout_over"],
  ["failed_at", "checkout_over"],
  ["paid_at", "already_paid"],
])("an order with %s is refused as %s", async (fact, code) => {
  expect(await start("click:1")).toMatchObject({ ok: true })
  await shop.world.db.sql`update orders set ${shop.world.db.sql(fact)} = ${shop.world.now()}`
  expect(await start("click:1")).toEqual({ ok: false, code })
})

test("a repeat returns the same page while it is open, and is refused once its time is over", async () => {
  const first = await start("click:1")
  shop.clock.advance(24 * 3_600_000 - 1000)
  expect(await start("click:1")).toEqual(first)
  shop.clock.advance(1000)
  expect(await start("click:1")).toEqual({ ok: false, code: "checkout_over" })
  shop.clock.advance(3_600_000)
  expect(await start("click:1")).toEqual({ ok: false, code: "checkout_over" })
})

test.each([
  [{ outcome: "open", url: null }, "checkout_over"],
  [{ outcome: "paid", url: null }, "already_paid"],
] as const)("a session that the service answers as %o is refused as %s", async (session, code) => {
  const { payments } = shop
  shop.world.payments = {
    ...payments,
    async openCheckout(request) {
      const opened = await payments.openCheckout(request)
      return opened.ok ? { ok: true, value: { ...opened.value, ...session } } : opened
    },
  }
  expect(await start()).toEqual({ ok: false, code })
})

test("an order whose page has closed while its payment is pending has no page", async () => {
  expect(await start("click:1")).toMatchObject({ ok: true })
  await shop.world.db.sql`update orders set session_url = null`
  const { payments } = shop
  shop.world.payments = {
    ...payments,
    async openCheckout(request) {
      const opened = await payments.openCheckout(request)
      return opened.ok ? { ok: true, value: { ...opened.value, outcome: "open", url: null } } : opened
    },
  }
  expect(await start("click:1")).toEqual({ ok: false, code: "checkout_over" })
})

test("a session that the service refuses is a failure that can be retried", async () => {
  shop.world.payments = {
    ...shop.payments,
    openCheckout: async () => ({ ok: false, code: "refused", message: "No" }),
  }
  expect(await start()).toEqual({ ok: false, code: "payment_service_failed" })
})
