/** The requests to the payment service, for which buyer, and what is stored of the response. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { CheckoutRequest, PaymentsAnswer } from "#ports/payments.ts"
import { addAccount, createShop, type Shop } from "#test/support/shop.ts"
import type { Sellable } from "./catalog.ts"
import { startCheckout } from "./checkout.ts"

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())

const kit: Sellable = {
  kind: "service",
  product: "kit",
  name: "Kit",
  description: "A kit",
  mode: "payment",
  amountCents: 2900,
}
const session = (orderId: string) => ({
  id: `cs_${orderId}`,
  url: `https://pay.test/${orderId}`,
  outcome: "open" as const,
  orderId,
  customerId: null,
  email: null,
  name: null,
  totalCents: 2900,
  taxCents: 0,
  discountCents: 0,
  paymentId: null,
  subscriptionId: null,
  invoiceId: null,
  expiresAt: new Date(shop.world.now().getTime() + 3_600_000),
})

let opened: CheckoutRequest[]
let customers: { key: string }[]
/** Customers that the service no longer knows. */
let lost: string[]
let noCustomers: boolean
beforeEach(() => {
  opened = []
  customers = []
  lost = []
  noCustomers = false
  shop.log.entries.length = 0
  shop.world.payments = {
    ...shop.payments,
    async createCustomer(customer) {
      if (noCustomers) return refused
      customers.push(customer)
      return { ok: true, value: { id: `cus_${customers.length}_${customer.userId}` } }
    },
    async openCheckout(request) {
      opened.push(request)
      if (request.line.name === "Refused") return refused
      if (request.customerId !== null && lost.includes(request.customerId))
        return { ok: false, code: "unknown_customer", message: "Gone" }
      return { ok: true, value: session(request.orderId) }
    },
  }
})
const refused: PaymentsAnswer<never> = { ok: false, code: "refused", message: "No" }

type Start = Parameters<typeof startCheckout>[1]
const start = (changes: Partial<Start> = {}) =>
  startCheckout(shop.world, { item: kit, account: null, key: `click:${randomUUID()}`, ...changes })

test.each([
  ["service", "payment", { donation: false, promotionCodes: true, taxable: true, terms: null }],
  ["service", "subscription", { donation: false, promotionCodes: true, taxable: true }],
  ["donation", "payment", { donation: true, promotionCodes: false, taxable: false, terms: null }],
  ["donation", "subscription", { donation: true, promotionCodes: false, taxable: false }],
  ["shipping", "payment", { donation: false, promotionCodes: false, taxable: false, terms: null }],
] as const)("the page of a %s by %s", async (kind, mode, page) => {
  await start({ item: { ...kit, kind, mode } })
  expect(opened).toMatchObject([{ mode, customerId: null, ...page }])
  if (mode === "subscription") expect(opened[0]?.terms).toContain("$29")
})

test.each([
  ["subscription", true, true],
  ["subscription", false, false],
  ["subscription", undefined, false],
  ["payment", true, false],
] as const)("a %s that was agreed to (%s) keeps the words and the time: %s", async (mode, agreed, kept) => {
  const key = `click:${randomUUID()}`
  await start({ item: { ...kit, mode }, key, ...(agreed === undefined ? {} : { agreed }) })
  const [row] = await shop.world.db.sql<{ consent_text: string | null; consent_at: Date | null }>`
    select consent_text, consent_at from orders where key = ${key}`
  expect(row?.consent_text !== null).toBe(kept)
  expect(row?.consent_at).toEqual(kept ? shop.world.now() : null)
})

test.each([
  ["another product", { product: "other" }],
  ["another price", { amountCents: 2901 }],
])("a key that was used for %s is refused", async (_what, changes) => {
  const key = `click:${randomUUID()}`
  await start({ key })
  expect(await start({ key, item: { ...kit, ...changes } })).toEqual({ ok: false, code: "key_reused" })
  expect(opened).toHaveLength(1)
})

test("a key that was used by somebody else is refused", async () => {
  const [key, account] = [`click:${randomUUID()}`, await addAccount(shop, "key@example.com")]
  await start({ key, account })
  expect(await start({ key })).toEqual({ ok: false, code: "key_reused" })
  expect(await start({ key, account })).toMatchObject({ ok: true })
  expect(opened).toHaveLength(1)
})

test("a session that the service refuses is logged with its reason", async () => {
  expect(await start({ item: { ...kit, name: "Refused" } })).toEqual({
    ok: false,
    code: "payment_service_failed",
  })
  expect(shop.log.entries).toMatchObject([{ level: "error", fields: { code: "refused", reason: "No" } }])
})

test("an account has one customer, which is replaced once the service no longer knows it", async () => {
  const account = await addAccount(shop, "once@example.com")
  await start({ account })
  await start({ account })
  expect(customers.map(({ key }) => key)).toEqual([`customer:${account.id}:first`])
  expect(opened.map(({ customerId }) => customerId)).toEqual(Array(2).fill(`cus_1_${account.id}`))
  lost = [`cus_1_${account.id}`]
  expect(await start({ account })).toMatchObject({ ok: true })
  expect(customers.map(({ key }) => key)[1]).toBe(`customer:${account.id}:cus_1_${account.id}`)
  expect(opened.slice(2).map(({ customerId }) => customerId)).toEqual([...lost, `cus_2_${account.id}`])
})

test("any other refusal for a member does not create a second customer", async () => {
  const account = await addAccount(shop, "refused@example.com")
  expect(await start({ account, item: { ...kit, name: "Refused" } })).toMatchObject({ ok: false })
  expect([customers.length, opened.length]).toEqual([1, 1])
})

test("without a customer no page is opened", async () => {
  noCustomers = true
  const account = await addAccount(shop, "none@example.com")
  expect(await start({ account })).toEqual({ ok: false, code: "payment_service_failed" })
  expect(opened).toEqual([])
  expect(shop.log.entries).toMatchObject([{ fields: { reason: "No" } }])
})
