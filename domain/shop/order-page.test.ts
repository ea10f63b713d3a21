/** The list of orders: its search, its sorting, and the revenue. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { type OrderFilter, pageOfOrders, revenueByMonth } from "./order-page.ts"
import { resendReceipt } from "./resend-receipt.ts"

let shop: TestWorld
const ids = new Map<string, string>()
beforeAll(async () => {
  shop = await createTestWorld({ now: "2026-11-20T12:00:00Z" })
  const { sql } = shop.world.db
  const rows = [
    // name, kind, email, payer, total, refunded, tax, created, paid, failed
    [
      "Alpha",
      "service",
      "ana@example.com",
      "Ana 100%",
      3000,
      0,
      250,
      "2026-11-01",
      "2026-11-01T12:00:00Z",
      null,
    ],
    ["Beta", "donation", "bo@example.com", "Bo", 1000, 1000, 0, "2026-11-02", "2026-11-01T06:59:59Z", null],
    ["Gamma", "service", null, null, null, 0, null, "2026-11-03", null, null],
    [
      "Alpha",
      "service",
      "cy@example.com",
      "Cy 1000",
      5000,
      1000,
      0,
      "2026-11-04",
      "2026-11-04T12:00:00Z",
      null,
    ],
    ["Delta", "service", "di@example.com", "Di", null, 0, null, "2026-11-05", null, "2026-11-05T12:00:00Z"],
  ] as const
  for (const [
    index,
    [name, kind, email, payer, total, refunded, tax, created, paid, failed],
  ] of rows.entries()) {
    const [row] = await sql<{ id: string }>`
      insert into orders (key, kind, product, name, mode, amount_cents, test, created_at, email, payer_name, total_cents,
        tax_cents, discount_cents, refunded_cents, paid_at, failed_at, payment_id)
      values (${`k${index}`}, ${kind}, 'p', ${name}, 'payment', 3000, true, ${created}, ${email}, ${payer}, ${total}, ${tax},
        ${total === null ? null : 0}, ${refunded}, ${paid}, ${failed}, ${`pi_${index}`})
      returning id`
    ids.set(`${name}${index}`, row?.id ?? "")
  }
  await sql`update orders set fulfillment = 'done' where email = 'cy@example.com'`
})
afterAll(() => shop.close())

const names = async (filter: Partial<OrderFilter>, window = {}) => {
  const page = await pageOfOrders(
    shop.world.db,
    { state: "all", ...filter },
    { limit: 10, offset: 0, ...window },
  )
  return [page.total, page.rows.map(({ email, name }) => email?.slice(0, 2) ?? name)]
}

test.each([
  [{}, [5, ["di", "cy", "Gamma", "bo", "an"]]],
  [{ state: "booked" }, [3, ["cy", "bo", "an"]]],
  [{ state: "pending" }, [1, ["Gamma"]]],
  [{ state: "refunded" }, [1, ["bo"]]],
  [{ kind: "donation" }, [1, ["bo"]]],
  [{ fulfillment: "done" }, [1, ["cy"]]],
  [{ search: " ANA@ " }, [1, ["an"]]],
  [{ search: "100%" }, [1, ["an"]]],
  [{ search: "o_@" }, [0, []]],
  [{ search: "Bo" }, [1, ["bo"]]],
] as [Partial<OrderFilter>, unknown][])("%j finds %j", async (filter, found) => {
  expect(await names(filter)).toEqual(found)
})

test("an order is found by its number, the beginning of its id", async () => {
  expect(await names({ search: ids.get("Beta1")?.slice(0, 8) ?? "none" })).toEqual([1, ["bo"]])
})

test("a page is a part of the list, and the total counts all", async () => {
  expect(await names({}, { limit: 2, offset: 1 })).toEqual([5, ["cy", "Gamma"]])
})

test.each([
  [{ column: "total", descending: true }, ["cy", "di", "Gamma", "an", "bo"]],
  [{ column: "total", descending: false }, ["bo", "di", "Gamma", "an", "cy"]],
  [{ column: "buyer", descending: false }, ["an", "bo", "cy", "di", "Gamma"]],
  [{ column: "product", descending: false }, ["cy", "an", "bo", "di", "Gamma"]],
  [{ column: "created", descending: false }, ["an", "bo", "Gamma", "cy", "di"]],
] as const)("by %j", async (order, expected) => {
  expect((await names({}, { order }))[1]).toEqual(expected)
})

test("revenue by month in the site's time zone and by product, with taxes and refunds", async () => {
  // Bo paid a second before midnight of October in Los Angeles.
  expect(await revenueByMonth(shop.world.db)).toEqual([
    {
      month: "2026-11",
      name: "Alpha",
      test: true,
      orders: 2,
      grossCents: 8000,
      taxCents: 250,
      refundedCents: 1000,
    },
    {
      month: "2026-10",
      name: "Beta",
      test: true,
      orders: 1,
      grossCents: 1000,
      taxCents: 0,
      refundedCents: 1000,
    },
  ])
})

test("a receipt is sent again only to the payer", async () => {
  expect(await resendReceipt(shop.world, ids.get("Alpha0") ?? "")).toEqual({
    ok: true,
    to: "ana@example.com",
  })
  expect(shop.mails.map(({ subject }) => subject)).toEqual(["[Test] Your receipt: Alpha"])
  expect(await resendReceipt(shop.world, ids.get("Gamma2") ?? "")).toEqual({ ok: false, code: "not_paid" })
  const stranger = "00000000-0000-4000-8000-000000000000"
  expect(await resendReceipt(shop.world, stranger)).toEqual({ ok: false, code: "not_found" })
  await shop.world.db.sql`update orders set email = null where name = 'Beta'`
  expect(await resendReceipt(shop.world, ids.get("Beta1") ?? "")).toEqual({ ok: false, code: "no_address" })
  expect(shop.mails).toHaveLength(1)
})
