/** What operators deliver, and which notifications they and the buyer get. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addOrders, addPrize, createShop, emptyShop, type Shop } from "#test/support/shop.ts"
import { followUp } from "./follow-up.ts"
import { setFulfillment } from "./fulfillment.ts"
import { resendReceipt } from "./resend-receipt.ts"

let shop: Shop
let prizeId: number
beforeAll(async () => {
  shop = await createShop()
  prizeId = await addPrize(shop)
})
afterAll(() => shop.close())

let id: string
beforeEach(async () => {
  await emptyShop(shop)
  id = (await addOrders(shop, 1))[0] ?? ""
})

const pay = () => shop.world.db.sql`
  update orders set paid_at = ${shop.world.now()}, total_cents = 2900, email = 'mara@northline.example'`

test("an order is delivered once it is paid, step by step", async () => {
  const to = (fulfillment: "open" | "in-progress" | "done", of = id) =>
    setFulfillment(shop.world, { id: of, fulfillment })
  expect(await to("done", randomUUID())).toEqual({ ok: false, code: "not_found" })
  expect(await to("done")).toEqual({ ok: false, code: "not_paid" })
  await pay()
  expect(await to("open")).toEqual({ ok: false, code: "unchanged" })
  expect(await to("in-progress")).toEqual({ ok: true })
  expect(await to("in-progress")).toEqual({ ok: false, code: "unchanged" })
  expect(await shop.world.db.sql`select fulfillment from orders`).toEqual([{ fulfillment: "in-progress" }])
})

test("a receipt can be sent again to the payer while the address is known", async () => {
  expect(await resendReceipt(shop.world, randomUUID())).toEqual({ ok: false, code: "not_found" })
  expect(await resendReceipt(shop.world, id)).toEqual({ ok: false, code: "not_paid" })
  await pay()
  expect(await resendReceipt(shop.world, id)).toEqual({ ok: true, to: "mara@northline.example" })
  expect(shop.mails).toMatchObject([{ to: "mara@northline.example", kind: "order.receipt" }])
  await shop.world.db.sql`update orders set email = null`
  expect(await resendReceipt(shop.world, id)).toEqual({ ok: false, code: "no_address" })
})

test.each([
  ["service, without a prize", "service", false, false, [], false],
  ["shipping of a prize that waits", "shipping", true, true, ["asked"], false],
  ["shipping of a prize that no longer waits", "shipping", true, false, ["asked"], true],
  ["shipping of a prize that is gone", "shipping", false, true, [], true],
])("paid %s", async (_what, kind, prize, waits, asked, warned) => {
  await pay()
  await shop.world.db.sql`update orders set kind = ${kind}, prize_id = ${prize ? prizeId : null}`
  const calls: unknown[] = []
  const shippingPaid = async (_world: unknown, of: number, order: string) => {
    calls.push([of, order])
    return waits
  }
  expect(await followUp(shop.world, { shippingPaid })).toBe(1)
  expect(calls).toEqual(asked.map(() => [prizeId, id]))
  const mail = shop.mails.find((one) => one.kind === "order.operator")
  expect(mail?.text.includes("no longer waiting for this payment")).toBe(warned)
})

const delivered = { shippingPaid: async () => true }

test("without operators, the site's own address is notified", async () => {
  await pay()
  const settings = { ...shop.world.settings, operatorEmails: [] }
  await followUp({ ...shop.world, settings }, delivered)
  expect(shop.mails.map(({ kind, to }) => [kind, to.includes("@")])).toEqual([
    ["order.operator", true],
    ["order.receipt", true],
  ])
})

test.each([
  ["paid after all", true, false, ["order.receipt"]],
  ["delivered before", true, true, ["order.receipt"]],
  ["refused", false, false, ["order.failed"]],
])("an order whose payment failed and that is %s", async (_what, paid, fulfilled, kinds) => {
  const now = shop.world.now()
  await pay()
  await shop.world.db.sql`
    update orders set renewal = true, failed_at = ${now}, paid_at = ${paid ? now : null},
      fulfilled_at = ${fulfilled ? now : null}`
  expect(await followUp(shop.world, delivered)).toBe(1)
  expect(shop.mails.map(({ kind }) => kind)).toEqual(kinds)
  expect(await shop.world.db.sql`select fulfilled_at is not null as done from orders`).toEqual([
    { done: paid },
  ])
})

test("more than one batch is done in one run, with the subscriptions that end", async () => {
  await addOrders(shop, 50)
  await pay()
  await shop.world.db.sql`
    insert into paid_subscriptions (id, order_id, kind, product, name, state, amount_cents, started_at, ended_at, cancel_at, read_no, checked_at)
    select 'sub_' || n, ${id}, 'service', 'x', 'X', 'canceled', 100, now(), case when n > 1 then now() end,
      case when n < 3 then now() end, 0, now() from generate_series(1, 3) n`
  expect(await followUp(shop.world, delivered)).toBe(54)
  expect(shop.mails.filter(({ kind }) => kind === "order.receipt")).toHaveLength(51)
  expect(shop.mails.filter(({ kind }) => kind === "order.cancelled")).toHaveLength(3)
  expect(await followUp(shop.world, delivered)).toBe(0)
})
