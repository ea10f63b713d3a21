/** What a winner pays for the shipping of a prize, and what is refunded. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Account } from "#ports/accounts.ts"
import {
  addAccount,
  addOrders,
  addPrize,
  createShop,
  emptyShop,
  orders,
  press,
  type Shop,
} from "#test/support/shop.ts"
import { payShipping, refundShippingOrder } from "./shipping.ts"

let shop: Shop
let account: Account
let prizeId: number
beforeAll(async () => {
  shop = await createShop()
  account = await addAccount(shop, "mara@northline.example")
  prizeId = await addPrize(shop)
})
afterAll(() => shop.close())

let asked: string[]
beforeEach(async () => {
  await emptyShop(shop)
  asked = []
  shop.world.payments = {
    ...shop.payments,
    async checkout(id) {
      asked.push(id)
      return shop.payments.checkout(id)
    },
  }
})

const pay = () => payShipping(shop.world, { prizeId, title: "A bottle", amountCents: 900, account })
const expire = (byMs: number) => shop.world.db.sql`
  update orders set session_until = ${new Date(shop.world.now().getTime() + byMs)}`

test("a winner gets the same payment page until it expires, then a new one", async () => {
  const first = await pay()
  expect(first).toMatchObject({ ok: true })
  await expire(1)
  expect(await pay()).toEqual(first)
  expect(asked).toEqual([])
  await shop.world.db.sql`update orders set expired_at = ${shop.world.now()}`
  const second = await pay()
  expect(second).toMatchObject({ ok: true })
  expect(second).not.toEqual(first)
  expect(await shop.world.db.sql`select key, kind, amount_cents, name from orders order by key`).toEqual(
    [0, 1].map((n) => ({
      key: `prize:${prizeId}:${n}`,
      kind: "shipping",
      amount_cents: 900,
      name: "Shipping of your prize",
    })),
  )
})

test("an expired page is fetched first, because its event may not have arrived", async () => {
  const first = await pay()
  if (!first.ok) throw new Error(first.code)
  await press(shop, first.url, "pay")
  await shop.deliver({ lost: true })
  await expire(0)
  expect(await pay()).toEqual({ ok: false, code: "already_paid" })
  expect(asked).toHaveLength(1)
})

const refund = (id: string) => refundShippingOrder(shop.world, id)
async function addShipping(): Promise<string> {
  const [id = ""] = await addOrders(shop, 1)
  await shop.world.db.sql`
    update orders set kind = 'shipping', paid_at = now(), total_cents = 900, payment_id = 'pi_1'`
  return id
}
function refunding(answer: "done" | "refused"): void {
  shop.world.payments = {
    ...shop.payments,
    async refund(request) {
      asked.push(request.paymentId)
      if (answer === "refused") return { ok: false, code: "refused", message: "Not settled" }
      const value = {
        id: "pi_1",
        orderId: null,
        invoiceId: null,
        amountCents: 900,
        refundedCents: 900,
        dispute: null,
      }
      return { ok: true, value }
    },
  }
}

test("the shipping of a prize that goes to someone else is refunded, once", async () => {
  refunding("done")
  const id = await addShipping()
  expect(await refund(id)).toBeUndefined()
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["refunded"])
  delete shop.world.payments
  expect(await refund(id)).toBeUndefined()
  expect(asked).toEqual(["pi_1"])
})

test("an unknown order, or one about something else, is abandoned", async () => {
  refunding("done")
  const id = randomUUID()
  expect(await refund(id)).toEqual({ dead: `There is no order ${id}` })
  const [kit = ""] = await addOrders(shop, 1)
  await shop.world.db.sql`update orders set paid_at = now(), total_cents = 900, payment_id = 'pi_1'`
  expect(await refund(kit)).toEqual({ dead: `Order ${kit} is not about shipping` })
  expect(asked).toEqual([])
})

test("an unsettled payment is retried; one already refunded in full is done", async () => {
  refunding("refused")
  const id = await addShipping()
  await expect(refund(id)).rejects.toThrow("refused Not settled")
  await shop.world.db.sql`update orders set total_cents = 0`
  expect(await refund(id)).toBeUndefined()
  await shop.world.db.sql`update orders set paid_at = null`
  await expect(refund(id)).rejects.toThrow("not_paid")
})
