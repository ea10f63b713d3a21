/** What can be bought, at which price, and how it is worded. */
import { expect, test } from "vitest"
import { agreedTo, findSellable, priceInWords, renewalTerms, toCents } from "./catalog.ts"

const kit = { productName: "Personal Brand Starter Kit", price: 29, mode: "payment" } as const
const coaching = { productName: "1:1 Brand Coaching", price: 299, mode: "subscription" } as const
const once = { productName: "Donation", price: 10, mode: "payment" } as const
const monthly = { productName: "Monthly Donation", price: 15, mode: "subscription" } as const

test.each([
  [kit, { kind: "service", mode: "payment", amountCents: 2900 }],
  [coaching, { kind: "service", mode: "subscription", amountCents: 29900 }],
  [once, { kind: "donation", mode: "payment", amountCents: 1000 }],
  [
    { ...once, price: 1 },
    { kind: "donation", amountCents: 100 },
  ],
  [
    { ...once, price: 10_000 },
    { kind: "donation", amountCents: 1_000_000 },
  ],
  [
    { ...once, price: 12.34 },
    { kind: "donation", amountCents: 1234 },
  ],
  [monthly, { kind: "donation", mode: "subscription", amountCents: 1500 }],
])("%j is sold", (asked, item) => {
  expect(findSellable(asked)).toMatchObject({ ok: true, item })
})

test.each([
  [{ ...kit, productName: "Yacht" }, { code: "unknown_product" }],
  [
    { ...kit, mode: "subscription" as const },
    { code: "mode_mismatch", mode: "payment" },
  ],
  [
    { ...coaching, mode: "payment" as const },
    { code: "mode_mismatch", mode: "subscription" },
  ],
  [
    { ...kit, price: 28.99 },
    { code: "price_mismatch", amounts: [2900] },
  ],
  [
    { ...once, mode: "subscription" as const },
    { code: "mode_mismatch", mode: "payment" },
  ],
  [
    { ...monthly, mode: "payment" as const },
    { code: "mode_mismatch", mode: "subscription" },
  ],
  [
    { ...once, price: 0.99 },
    { code: "amount_out_of_range", minCents: 100, maxCents: 1_000_000 },
  ],
  [{ ...once, price: 10_000.01 }, { code: "amount_out_of_range" }],
  [{ ...once, price: 1.005 }, { code: "amount_out_of_range" }],
  [
    { ...monthly, price: 16 },
    { code: "price_mismatch", amounts: [1500, 2500, 5000] },
  ],
  [{ ...monthly, price: 15.001 }, { code: "price_mismatch" }],
])("%j is refused", (asked, refusal) => {
  expect(findSellable(asked)).toMatchObject({ ok: false, ...refusal })
})

test.each([
  [14.99, 1499],
  [0.1, 10],
  [1.005, null],
  [1e21, null],
  [Number.NaN, null],
  [90_071_992_547_409.91, 9_007_199_254_740_991],
  [90_071_992_547_409.94, null],
])("$%d in cents: %j", (dollars, cents) => expect(toCents(dollars)).toBe(cents))

test("prices and terms in words", () => {
  expect(priceInWords({ mode: "payment", amountCents: 4900 })).toBe("$49")
  expect(priceInWords({ mode: "subscription", amountCents: 1499 })).toBe("$14.99 per month")
  expect(renewalTerms({ amountCents: 29900 })).toContain("$299")
  expect(agreedTo({ kind: "service", amountCents: 29900 })).toContain("$299")
  expect(agreedTo({ kind: "donation", amountCents: 1500 })).not.toContain("$15")
})
