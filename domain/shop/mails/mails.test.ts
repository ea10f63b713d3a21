/** The contents of each mail about an order, built from stored rows. */
import { describe, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { cancelledMail } from "./cancelled.ts"
import { failureMail } from "./failure.ts"
import { disputeMail, paidMail } from "./operator.ts"
import { chargedFacts, type WithAddress } from "./order.ts"
import { receiptMail } from "./receipt.ts"

const order: WithAddress = {
  id: "0a1b2c3d-0000-4000-8000-000000000000",
  kind: "service",
  name: "Starter Kit",
  mode: "payment",
  state: "paid",
  amount_cents: 2900,
  total_cents: 2900,
  tax_cents: 0,
  discount_cents: 0,
  refunded_cents: 0,
  renewal: false,
  test: false,
  email: "mara@northline.example",
  payer_name: "Mara Voss",
  subscription_id: null,
  dispute_id: null,
  created_at: new Date("2026-11-20T12:00:00Z"),
  paid_at: new Date("2026-11-20T12:00:00Z"),
}
const world = { settings: { siteUrl: "https://b4m.test" }, sign: () => "token" } as unknown as World

describe("the charges", () => {
  test.each([
    [
      "a plain order",
      {},
      [
        ["Order", "0a1b2c3d"],
        ["Item", "Starter Kit"],
        ["Total", "$29"],
        ["Paid on", "November 20, 2026"],
      ],
    ],
    [
      "not paid yet, without a total",
      { paid_at: null, total_cents: null },
      [
        ["Order", "0a1b2c3d"],
        ["Item", "Starter Kit"],
        ["Total", "$29"],
      ],
    ],
    [
      "a discount",
      { discount_cents: 900, total_cents: 2000, paid_at: null },
      [
        ["Order", "0a1b2c3d"],
        ["Item", "Starter Kit"],
        ["Price", "$29"],
        ["Discount", "-$9"],
        ["Total", "$20"],
      ],
    ],
    [
      "tax",
      { tax_cents: 250, total_cents: 3150, paid_at: null },
      [
        ["Order", "0a1b2c3d"],
        ["Item", "Starter Kit"],
        ["Price", "$29"],
        ["Tax", "$2.50"],
        ["Total", "$31.50"],
      ],
    ],
  ])("%s", (_what, changes, facts) => expect(chargedFacts({ ...order, ...changes })).toEqual(facts))
})

describe("receipts", () => {
  const receipt = (changes: Partial<WithAddress>, nextOn: Date | null = null) =>
    receiptMail(world, { ...order, ...changes }, nextOn)
  test.each([
    [{}, "Your receipt: Starter Kit", "Payment received", "within two business days"],
    [
      { kind: "donation" as const },
      "Thank you for your gift to B4M",
      "Thank you",
      "no goods or services in return",
    ],
    [{ kind: "shipping" as const }, "Your receipt: Starter Kit", "Payment received", "Your shipping is paid"],
    [
      { renewal: true, mode: "subscription" as const },
      "Your Starter Kit payment for this month",
      "Paid for another month",
      "continues",
    ],
    [{ test: true }, "[Test] Your receipt: Starter Kit", "Payment received", "No card was charged"],
  ])("%j", (changes, subject, heading, words) => {
    const mail = receipt(changes)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(heading)
    expect(mail.text).toContain(words)
    expect(mail.text).toContain("Hello Mara Voss,")
  })

  test("only a renewing order can be canceled from the mail, which names the next renewal", () => {
    const next = new Date("2026-12-20T12:00:00Z")
    expect(receipt({}, next).text).not.toMatch(/Manage or cancel|Next payment/)
    const monthly = receipt({ mode: "subscription" }, next)
    expect(monthly.text).toContain("December 20, 2026")
    expect(monthly.text).toContain(`https://b4m.test/billing/${order.id}/`)
    expect(receipt({ mode: "subscription" }).text).not.toContain("Next payment")
    // The terms beside the button of a purchase speak of today and of this receipt.
    expect(monthly.text).toContain("You pay $29 every month until you cancel.")
    expect(monthly.text).not.toMatch(/today|in your receipt/)
  })

  test("without a known name there is no greeting by name", () => {
    expect(receipt({ payer_name: null }).text).toContain("Hello,")
  })
})

describe("to operators", () => {
  const waiting = { waited: true, siteUrl: "https://b4m.test" }

  test("each mail links to its order in the console", () => {
    const there = `https://b4m.test/open/orders/${order.id}`
    expect(paidMail("op@b4m.test", order, waiting).text).toContain(there)
    expect(disputeMail("op@b4m.test", order, waiting.siteUrl).text).toContain(there)
  })

  test("names the buyer, if known, and the recipient of a reply", () => {
    const full = paidMail("op@b4m.test", order, waiting)
    expect(full.text).toContain("Mara Voss <mara@northline.example>")
    expect(full.headers).toEqual({ "Reply-To": "mara@northline.example" })
    expect(paidMail("op@b4m.test", { ...order, payer_name: null }, waiting).text).toMatch(/Buyer: <mara@/)
    const erased = paidMail("op@b4m.test", { ...order, payer_name: null, email: null }, waiting)
    expect(erased.text).not.toContain("Buyer")
    expect(erased.headers).toBeUndefined()
  })

  test("shipping of a prize that no longer awaits payment must be refunded", () => {
    expect(paidMail("op@b4m.test", order, waiting).text).not.toContain("Refund it")
    expect(paidMail("op@b4m.test", order, { ...waiting, waited: false }).text).toContain("Refund it")
  })

  test("a dispute is identified by its id", () => {
    const { siteUrl } = waiting
    expect(disputeMail("op@b4m.test", { ...order, dispute_id: "du_7" }, siteUrl).text).toContain("du_7")
    expect(disputeMail("op@b4m.test", order, siteUrl).text).not.toMatch(/null|Dispute:/)
  })
})

test("a future end is distinguished from a past one", () => {
  expect(cancelledMail(order, new Date("2026-12-20T12:00:00Z")).text).toContain("ends on December 20, 2026")
  expect(cancelledMail(order, null).text).toContain("Starter Kit has ended")
})

test.each([
  ["service", false, "https://b4m.test/shop"],
  ["donation", false, "https://b4m.test/donate"],
  ["shipping", false, "https://b4m.test/account/prizes"],
  ["service", true, `https://b4m.test/billing/${order.id}/token`],
] as const)("a refused payment of a %s (renewal: %s) is tried again at %s", (kind, renewal, url) => {
  const mail = failureMail(world, { ...order, kind, renewal })
  expect(mail.text).toContain(url)
  expect(mail.headers).toEqual({ "Reply-To": expect.stringContaining("@") })
})
