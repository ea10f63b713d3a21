/** Checkout sessions: behavior on which the adapter, Stripe's own SDK and the sandbox must agree. */
import type Stripe from "stripe"
import { afterAll, expect, test } from "vitest"
import { recordsOf } from "#test/stand-ins/payments-records.ts"
import {
  openPaymentsConformance,
  request,
  subscription,
  types,
  value,
} from "#test/support/payments-conformance.ts"
import { testKeys } from "#test/support/payments-sandbox.ts"
import { createStripe } from "./stripe.ts"

const { bench, tested, opened, received, close } = await openPaymentsConformance()
afterAll(close)

test("a one-time payment is created, paid on the page and reported by events", async () => {
  const about = request()
  const session = await opened(about)
  expect(session).toMatchObject({
    outcome: "open",
    orderId: about.orderId,
    totalCents: 2900,
    customerId: null,
    paymentId: null,
  })
  expect(session.id).toMatch(/^cs_test_\w{58}$/)
  expect(session.url).toBe(`http://b4m.test/payments-sandbox/pay/${session.id}`)
  expect(session.expiresAt).toEqual(new Date("2026-02-01T12:00:00Z"))

  const led = await bench.press(session.id, { choice: "pay", name: "Ana" })
  expect(led.status).toBe(303)
  expect(led.headers.get("location")).toBe(`http://b4m.test/checkout-success?session_id=${session.id}`)
  const events = await received()
  expect(types(events)).toEqual([
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ])
  const paid = await value(bench.payments.checkout(session.id))
  expect(paid).toMatchObject({
    outcome: "paid",
    url: null,
    email: "ana@mail.test",
    name: "Ana",
    totalCents: 2900,
  })
  const payment = await value(bench.payments.payment(paid.paymentId ?? ""))
  expect(payment).toEqual({
    id: paid.paymentId,
    orderId: about.orderId,
    invoiceId: null,
    amountCents: 2900,
    refundedCents: 0,
    dispute: null,
  })
})

test("two simultaneous clicks pay only once", async () => {
  const { id } = await opened(request())
  const both = await Promise.all([bench.press(id, { choice: "pay" }), bench.press(id, { choice: "pay" })])
  expect(both.map((one) => one.status)).toEqual([303, 303])
  expect(types(await received()).filter((type) => type === "checkout.session.completed")).toHaveLength(1)
})

test("a declined card leaves the session open, and a second attempt pays the same payment", async () => {
  const { id } = await opened(request())
  const led = await bench.press(id, { choice: "fail" })
  expect(led.headers.get("location")).toContain("declined")
  expect(types(await received())).toEqual([
    "payment_intent.created",
    "charge.failed",
    "payment_intent.payment_failed",
  ])
  expect(await value(bench.payments.checkout(id))).toMatchObject({ outcome: "open" })
  await bench.press(id, { choice: "pay" })
  expect(types(await received())).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ])
  const { paymentId: payment_intent } = await value(bench.payments.checkout(id))
  const charges = await recordsOf<Stripe.Charge>(tested.world.db, "charge", { payment_intent })
  expect(charges.map((charge) => charge.status)).toEqual(["failed", "succeeded"])
})

test.each([
  ["debit", "paid", "checkout.session.async_payment_succeeded"],
  ["debit-fails", "failed", "checkout.session.async_payment_failed"],
])("a delayed bank debit: %s", async (choice, outcome, told) => {
  const { id } = await opened(request())
  await bench.press(id, { choice })
  expect(types(await received())).toContain("checkout.session.completed")
  expect(await value(bench.payments.checkout(id))).toMatchObject({ outcome: "processing" })
  tested.clock.advance(5_000)
  expect(types(await received()).at(-1)).toBe(told)
  expect(await value(bench.payments.checkout(id))).toMatchObject({ outcome })
})

test("promotion codes: 20% off, everything off, an unknown one", async () => {
  const { id } = await opened(request())
  expect(
    (await bench.press(id, { choice: "promotion", promotion: "nope" })).headers.get("location"),
  ).toContain("unknown")
  await bench.press(id, { choice: "promotion", promotion: "test20" })
  expect(await value(bench.payments.checkout(id))).toMatchObject({ totalCents: 2320, discountCents: 580 })
  await bench.press(id, { choice: "promotion", promotion: "TEST100" })
  await bench.press(id, { choice: "pay" })
  expect(await value(bench.payments.checkout(id))).toMatchObject({
    outcome: "paid",
    totalCents: 0,
    paymentId: null,
  })
  expect(types(await received())).toEqual(["checkout.session.completed"])
  const none = await opened(request({ promotionCodes: false }))
  await bench.press(none.id, { choice: "promotion", promotion: "TEST20" })
  expect(await value(bench.payments.checkout(none.id))).toMatchObject({ totalCents: 2900 })
})

test("a session expires by itself", async () => {
  const later = await opened(request())
  const latest = await opened(request())
  tested.clock.advance(24 * 3600_000)
  // The button is pressed after the session's time is over, but before the sandbox has expired it.
  await bench.press(latest.id, { choice: "pay" })
  expect(await value(bench.payments.checkout(latest.id))).toMatchObject({ outcome: "expired" })
  await bench.sandbox.catchUp()
  expect(await value(bench.payments.checkout(later.id))).toMatchObject({ outcome: "expired" })
  await bench.press(later.id, { choice: "pay" })
  expect(types(await received())).not.toContain("checkout.session.completed")
})

test("two requests for one order return one session, and different values are refused", async () => {
  const about = request()
  const [one, two] = await Promise.all([opened(about), opened(about)])
  expect(two).toEqual(one)
  expect(
    await bench.payments.openCheckout({ ...about, line: { ...about.line, amountCents: 1 } }),
  ).toMatchObject({
    ok: false,
    code: "refused",
  })
  const replayed = async () => {
    const params = { mode: "payment" as const, success_url: "http://b4m.test/", line_items: [line(500)] }
    const made = await bench.stripe.checkout.sessions.create(params, { idempotencyKey: "again" })
    // The actual fetch response that the SDK received, whatever its types say.
    return (made.lastResponse.headers as unknown as Headers).get("idempotent-replayed")
  }
  expect([await replayed(), await replayed()]).toEqual([null, "true"])
})

test("tax, terms and gifts are sent in the form that Stripe expects", async () => {
  const { fetch } = bench.sandbox
  const taxed = createStripe({ ...testKeys, fetch, automaticTax: true, now: tested.world.now })
  const customer = await value(
    taxed.createCustomer({ userId: "u1", email: "t@mail.test", name: null, key: "t" }),
  )
  const session = await value(taxed.openCheckout(subscription({ customerId: customer.id })))
  const told = await bench.stripe.checkout.sessions.retrieve(session.id)
  expect(told.automatic_tax.enabled).toBe(true)
  expect(told.custom_text.submit?.message).toBe("Renews monthly until cancelled.")
  await bench.press(session.id, { choice: "pay" })
  const { subscriptionId } = await value(taxed.checkout(session.id))
  const begun = await bench.stripe.subscriptions.retrieve(subscriptionId ?? "")
  expect(begun.items.data[0]?.price).toMatchObject({ tax_behavior: "exclusive", unit_amount: 1499 })
  expect(begun.items.data[0]?.price.recurring).toMatchObject({ interval: "month", interval_count: 1 })
  const gift = await value(taxed.openCheckout(request({ donation: true, taxable: false })))
  const giftTold = await bench.stripe.checkout.sessions.retrieve(gift.id)
  expect(giftTold).toMatchObject({ submit_type: "donate", automatic_tax: { enabled: false } })
})

function line(cents: number): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity: 1, price_data: { currency: "usd", unit_amount: cents, product_data: { name: "Thing" } } }
}
