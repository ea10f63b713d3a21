/**
 * Purchases through functions: catalog prices, guests and members, the portal, and account deletion.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { services } from "#content/catalog.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { exportData } from "#domain/members/privacy.ts"
import { openMembersPortal } from "#domain/shop/portal.ts"
import { eraseOrders, forgetCustomer, forgetQueue } from "#domain/shop/privacy.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { openShop, press, type Shop } from "#test/support/shop.ts"
import { personalData } from "../../world/privacy.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
let shop: Shop
beforeAll(async () => {
  site = await createTestAuth()
  shop = openShop(site.test)
  await maintainBoards(shop.world)
})
afterAll(() => site.close())

async function call(name: string, token: string | null, input: object = {}) {
  const claims: Claims = token ? ((await site.service.verifyToken(token)) ?? {}) : { role: "anon" }
  const userId = typeof claims.sub === "string" ? claims.sub : null
  const request = new Request(`http://b4m.test/functions/v1/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
  })
  const role = userId ? "authenticated" : "anon"
  const answer = await serverFunctions[name]?.(shop.world, request, { role, userId, claims })
  if (!answer) throw new Error(`There is no function ${name}`)
  return { status: answer.status, body: await answer.json() }
}

const kit = { productName: "Personal Brand Starter Kit", price: 29, mode: "payment" }

test("Everything in the catalog is sold only at its price and in its mode", async () => {
  for (const { name, priceCents, type } of services) {
    const mode = type === "subscription" ? "subscription" : "payment"
    const asked = { productName: name, price: priceCents / 100, mode }
    expect(await call("create-checkout", null, asked)).toEqual({
      status: 200,
      body: { url: expect.stringMatching(/^http:\/\/b4m\.test\/payments-sandbox\/pay\/cs_test_/) },
    })
    const cheaper = await call("create-checkout", null, { ...asked, price: 1 })
    expect(cheaper).toMatchObject({ status: 409, body: { code: "price_mismatch" } })
    const otherMode = mode === "payment" ? "subscription" : "payment"
    expect(await call("create-checkout", null, { ...asked, mode: otherMode })).toMatchObject({
      status: 409,
      body: { code: "mode_mismatch" },
    })
  }
  expect((await call("create-checkout", null, { ...kit, price: 28.999 })).body.error).toBe(
    "price: Personal Brand Starter Kit costs $29. Reload the page.",
  )
  expect(await call("create-checkout", null, { ...kit, productName: "Yacht" })).toMatchObject({
    status: 404,
    body: { code: "unknown_product", error: "productName: there is no product with this name" },
  })
  for (const wrong of [{ price: "29" }, { mode: "setup" }, { key: "1" }, { productName: "" }])
    expect(await call("create-checkout", null, { ...kit, ...wrong })).toMatchObject({
      status: 400,
      body: { code: "invalid_input" },
    })
})

test("Gifts: 25, 50, 100 or any amount from 1 to 10,000; monthly 15, 25 or 50", async () => {
  const give = async (price: number, mode: "payment" | "subscription") => {
    const productName = mode === "payment" ? "Donation" : "Monthly Donation"
    const { status, body } = await call("create-checkout", null, { productName, price, mode })
    return status === 200 ? "open" : body.code
  }
  for (const price of [25, 50, 100, 1, 10_000, 33.33]) expect(await give(price, "payment")).toBe("open")
  for (const price of [0.99, 10_000.01, 12.345])
    expect(await give(price, "payment")).toBe("amount_out_of_range")
  for (const price of [15, 25, 50]) expect(await give(price, "subscription")).toBe("open")
  for (const price of [14.99, 100]) expect(await give(price, "subscription")).toBe("price_mismatch")
  const url = (await call("create-checkout", null, { productName: "Donation", price: 50, mode: "payment" }))
    .body.url
  await press(shop, url, "pay", { email: "giver@example.com" })
  await shop.deliver()
  await shop.settle()
  const receipt = shop.mails.find(({ to }) => to === "giver@example.com")
  expect(receipt?.text).toContain("50% to research, 30% to community programs, 20% to awareness")
})

test("Without a payment service nothing is sold, and during its outage the site says so", async () => {
  const { payments } = shop.world
  delete shop.world.payments
  expect(await call("create-checkout", null, kit)).toMatchObject({
    status: 503,
    body: { code: "payments_off" },
  })
  const openCheckout = async () => ({ ok: false, code: "refused", message: "No such price" }) as const
  shop.world.payments = { ...shop.payments, openCheckout }
  expect(await call("create-checkout", null, kit)).toEqual({
    status: 502,
    body: {
      code: "payment_service_failed",
      error: "Failed to create checkout session. Please try again.",
    },
  })
  if (payments) shop.world.payments = payments
})

test("A member's orders are visible only to that member, and their portal opens", async () => {
  const [{ session }, stranger] = [
    await site.member("buyer@example.com"),
    await site.member("other@example.com"),
  ]
  const token = session.access_token
  const portal = async () => openMembersPortal(shop.world, session.user.id)
  expect(await portal()).toEqual({ ok: false, code: "no_customer" })
  const { body } = await call("create-checkout", token, { ...kit, key: randomUUID() })
  await press(shop, body.url, "pay", { email: "buyer@example.com" })
  await shop.deliver()
  expect(await portal()).toMatchObject({ ok: true, url: expect.stringContaining("/payments-sandbox/") })
  expect(await seenBy(session.user.id)).toEqual([{ name: kit.productName, state: "paid" }])
  expect(await seenBy(stranger.session.user.id)).toEqual([])
})

test("Deleting an account removes name and address, keeps the books and ends the subscription", async () => {
  const { session } = await site.member("leaver@example.com")
  const asked = { productName: "1:1 Brand Coaching", price: 299, mode: "subscription" }
  const { body } = await call("create-checkout", session.access_token, asked)
  await press(shop, body.url, "pay", { email: "leaver@example.com" })
  await shop.deliver()
  const { world } = shop
  expect(await exportData(world, session.user.id, personalData)).toMatchObject({
    orders: {
      orders: [
        { name: "1:1 Brand Coaching", state: "paid", total_cents: 29900, email: "leaver@example.com" },
      ],
      subscriptions: [{ state: "active" }],
    },
  })
  const [before] = await world.db.sql<{
    id: string
  }>`select id from orders where user_id = ${session.user.id}`
  const account = await world.accounts.find(world.db, session.user.id)
  await world.db.transaction(async (db) => eraseOrders(world, db, account ?? { id: null, email: null }))
  await shop.runJobs<{ customerId: string }>(forgetQueue, ({ customerId }) =>
    forgetCustomer(world, customerId),
  )
  await shop.deliver()
  await shop.settle()
  const [order] = await world.db.sql`
    select state, total_cents, user_id, email, payer_name, customer_id from orders where id = ${before?.id ?? null}
  `
  expect(order).toEqual({
    state: "paid",
    total_cents: 29900,
    user_id: null,
    email: null,
    payer_name: null,
    customer_id: null,
  })
  expect(
    await world.db.sql`select state, user_id from paid_subscriptions where order_id = ${before?.id ?? null}`,
  ).toEqual([{ state: "canceled", user_id: null }])
  expect(await exportData(world, session.user.id, personalData)).toMatchObject({ orders: null })
})

/** The account's orders as seen through the Data API. */
async function seenBy(userId: string): Promise<object[]> {
  return shop.world.db.transaction(async ({ sql }) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: "authenticated" })}, true)`
    await sql`set local role authenticated`
    return sql`select name, state from orders`
  })
}
