/** What a person can export, and what remains of a purchase after the person is erased. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Account } from "#ports/accounts.ts"
import { addAccount, addOrders, createShop, emptyShop, type Shop } from "#test/support/shop.ts"
import { eraseOrders, exportOrders, forgetCustomer, forgetQueue } from "./privacy.ts"

let shop: Shop
let account: Account
beforeAll(async () => {
  shop = await createShop()
  account = await addAccount(shop, "Mara@Northline.example")
})
afterAll(() => shop.close())

let own: string
let guest: string
let other: string
beforeEach(async () => {
  const { sql } = shop.world.db
  await emptyShop(shop)
  ;[own = "", guest = "", other = ""] = await addOrders(shop, 3)
  await sql`update orders set paid_at = now(), email = 'nia@example.com', payer_name = 'Nia', customer_id = 'cus_other'`
  await sql`update orders set user_id = ${account.id}, email = null, customer_id = 'cus_own' where id = ${own}`
  await sql`update orders set email = 'mara@northline.example', customer_id = null where id = ${guest}`
})

const subscribe = (order: string) => shop.world.db.sql`
  with o as (update orders set subscription_id = 'sub_1' where id = ${order} returning id)
  insert into paid_subscriptions (id, order_id, user_id, customer_id, kind, product, name, state, amount_cents, started_at, read_no, checked_at)
  select 'sub_1', id, ${account.id}, 'cus_own', 'service', 'x', 'X', 'active', 100, now(), 0, now() from o`

const exported = async (person: Account) =>
  (await exportOrders(shop.world.db, person)) as { orders: { id: string }[]; subscriptions: unknown[] } | null

test("an account's export contains only the orders of its id and its address", async () => {
  await subscribe(guest)
  const all = await exported(account)
  expect(all?.orders.map(({ id }) => id).sort()).toEqual([own, guest].sort())
  expect(all?.subscriptions).toMatchObject([{ id: "sub_1" }])
  expect((await exported({ ...account, email: null }))?.orders).toMatchObject([{ id: own }])
  await shop.world.db.sql`update paid_subscriptions set user_id = null`
  expect((await exported(account))?.subscriptions).toMatchObject([{ id: "sub_1" }])
  const nobody = { ...account, id: "00000000-0000-4000-8000-000000000000", email: null }
  expect(await exported(nobody)).toBeNull()
})

const erase = (person: { id: string | null; email: string | null }) =>
  shop.world.db.transaction((db) => eraseOrders(shop.world, db, person))
const named = async () =>
  (await shop.world.db.sql<{ id: string }>`select id from orders where payer_name is not null`).map(
    ({ id }) => id,
  )

test("erasing removes the person from their orders, and notifies the payment service once per customer", async () => {
  const { sql } = shop.world.db
  await subscribe(own)
  await sql`insert into private.payment_customers values (${account.id}, 'cus_own', now())`
  await sql`update orders set subscription_id = 'sub_1', customer_id = 'cus_renewed', email = 'old@example.com' where id = ${guest}`
  expect(await erase({ id: account.id, email: null })).toEqual({ rows: 2 })
  expect(await named()).toEqual([other])
  expect(await sql`select user_id, customer_id from paid_subscriptions`).toEqual([
    { user_id: null, customer_id: null },
  ])
  expect(await sql`select 1 from private.payment_customers`).toEqual([])
  expect(shop.jobs.map(({ queue, data }) => [queue, data]).sort()).toEqual(
    [
      [forgetQueue, { customerId: "cus_own" }],
      [forgetQueue, { customerId: "cus_renewed" }],
    ].sort(),
  )
})

test("a guest is erased by the address, in any letter case; an empty address matches nobody", async () => {
  expect(await erase({ id: null, email: null })).toEqual({ rows: 0 })
  expect(await named()).toHaveLength(3)
  expect(await erase({ id: null, email: "MARA@northline.example" })).toEqual({ rows: 1 })
  expect((await named()).sort()).toEqual([own, other].sort())
  expect(shop.jobs).toEqual([])
})

test("renewals of a guest are found through the address of the first order, in any letter case", async () => {
  const { sql } = shop.world.db
  await sql`update orders set subscription_id = 'sub_1' where id in (${guest}, ${other})`
  expect(await erase({ id: null, email: "MARA@northline.example" })).toEqual({ rows: 2 })
  expect(await named()).toEqual([own])
})

test("a customer without orders is removed too", async () => {
  const { sql } = shop.world.db
  await sql`delete from orders`
  await sql`insert into private.payment_customers values (${account.id}, 'cus_own', now())`
  expect(await erase({ id: account.id, email: null })).toEqual({ rows: 0 })
  expect(shop.jobs).toMatchObject([{ queue: forgetQueue, data: { customerId: "cus_own" } }])
})

test.each([
  ["expired_at", true],
  ["failed_at", true],
  ["created_at", true],
  ["paid_at", false],
])("of an erased order with %s nothing is left: %s", async (fact, gone) => {
  const { sql } = shop.world.db
  await sql`update orders set paid_at = null`
  await sql`update orders set ${sql(fact)} = now() where id = ${own}`
  await erase({ id: account.id, email: null })
  expect(await sql`select 1 from orders where id = ${own}`).toHaveLength(gone ? 0 : 1)
})

test.each([
  ["forgotten", { ok: true, value: null }, undefined],
  ["known no more", { ok: false, code: "unknown_customer", message: "Gone" }, undefined],
  ["refused", { ok: false, code: "refused", message: "No" }, { dead: "No" }],
] as const)("a customer that the service answers as %s", async (_what, answer, result) => {
  const asked: string[] = []
  const payments = {
    ...shop.payments,
    async forgetCustomer(customer: string) {
      asked.push(customer)
      return answer
    },
  }
  expect(await forgetCustomer({ ...shop.world, payments }, "cus_1")).toEqual(result)
  expect(asked).toEqual(["cus_1"])
})

test("without a payment service the erasure is retried later", async () => {
  const { payments: _, ...without } = shop.world
  await expect(forgetCustomer(without, "cus_1")).rejects.toThrow("no payment service")
})
