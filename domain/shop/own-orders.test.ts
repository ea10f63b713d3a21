/** What a member sees of what they bought. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAccount, click, coaching, createShop, press, type Shop, starterKit } from "#test/support/shop.ts"
import { ordersOf, subscriptionsOf } from "./own-orders.ts"

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.world.db.sql`truncate orders cascade`
})

let made = 0
const somebody = () => addAccount(shop, `buyer-${++made}@example.com`)

test("An order is listed with what was charged and when, for its buyer alone", async () => {
  const [buyer, other] = [await somebody(), await somebody()]
  const { url, orderId } = await click(shop, starterKit, { account: buyer })
  expect(await ordersOf(shop.world.db, buyer.id)).toMatchObject([
    { id: orderId, state: "pending", totalCents: null, paidOn: null },
  ])
  await press(shop, url, "pay")
  await shop.deliver()
  expect(await ordersOf(shop.world.db, buyer.id)).toEqual([
    {
      ...{ id: orderId, kind: "service", name: "Personal Brand Starter Kit", mode: "payment", state: "paid" },
      ...{ amountCents: 2900, totalCents: 2900, taxCents: 0, discountCents: 0, refundedCents: 0 },
      ...{ renewal: false, test: true, createdOn: "November 20, 2026", paidOn: "November 20, 2026" },
    },
  ])
  expect(await ordersOf(shop.world.db, other.id)).toEqual([])
})

test("The newest order is first, and an abandoned checkout is left out", async () => {
  const buyer = await somebody()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    ids.push((await click(shop, starterKit, { account: buyer })).orderId)
    shop.clock.advance(60_000)
  }
  await shop.world.db.sql`update orders set expired_at = now() where id = ${ids[1] ?? ""}`
  expect((await ordersOf(shop.world.db, buyer.id)).map(({ id }) => id)).toEqual([ids[2], ids[0]])
})

test("A subscription says whether it renews, for its owner alone", async () => {
  const [buyer, other] = [await somebody(), await somebody()]
  const { url } = await click(shop, coaching, { account: buyer })
  await press(shop, url, "pay")
  await shop.deliver()
  const listed = async () => (await subscriptionsOf(shop.world.db, buyer.id))[0]
  expect(await listed()).toMatchObject({
    ...{ name: "1:1 Brand Coaching", amountCents: 29_900, word: "Active" },
    text: expect.stringMatching(/^It renews on December \d+, 2026\.$/),
  })
  const { sql } = shop.world.db
  const day = new Date("2026-12-20T20:00:00Z")
  await sql`update paid_subscriptions set state = 'past_due'`
  expect((await listed())?.word).toBe("Payment failed")
  await sql`update paid_subscriptions set cancel_at = ${day}`
  expect(await listed()).toMatchObject({
    word: "Canceled",
    text: "It ends on December 20, 2026 and does not renew.",
  })
  await sql`update paid_subscriptions set ended_at = ${day}`
  expect(await listed()).toMatchObject({ word: "Ended", text: "It ended on December 20, 2026." })
  expect(await subscriptionsOf(shop.world.db, other.id)).toEqual([])
})
