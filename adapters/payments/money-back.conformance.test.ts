/** Refunds and customers: behavior on which the adapter, Stripe's own SDK and the sandbox must agree. */
import { afterAll, describe, expect, test } from "vitest"
import { disputePayment } from "#test/stand-ins/payment-disputes.ts"
import { openPaymentsConformance, request, subscription, value } from "#test/support/payments-conformance.ts"

const { bench, tested, opened, received, paidPayment, close } = await openPaymentsConformance()
afterAll(close)

describe("refunds", () => {
  test("a payment is refunded in parts, then in full, and then cannot be refunded any further", async () => {
    const paymentId = await paidPayment()
    await received()
    const part = await value(bench.payments.refund({ paymentId, amountCents: 900, key: "r1" }))
    expect(part).toMatchObject({ amountCents: 2900, refundedCents: 900 })
    await value(bench.payments.refund({ paymentId, amountCents: 900, key: "r1" }))
    expect(await value(bench.payments.payment(paymentId))).toMatchObject({ refundedCents: 900 })
    expect(await bench.payments.refund({ paymentId, amountCents: 2001, key: "r2" })).toMatchObject({
      code: "refused",
    })
    expect(await value(bench.payments.refund({ paymentId, key: "r3" }))).toMatchObject({
      refundedCents: 2900,
    })
    expect(await bench.payments.refund({ paymentId, key: "r4" })).toMatchObject({ code: "refused" })
    const told = (await received()).filter((event) => event.type === "charge.refunded")
    expect(told.map((event) => event.data.object.amount_refunded)).toEqual([900, 2900])
  })
})

describe("a dispute", () => {
  test.each([
    ["needs_response", "open"],
    ["won", "won"],
    ["lost", "lost"],
  ] as const)("that the bank calls %s is read with its payment as %s", async (status, state) => {
    const paymentId = await paidPayment()
    const at = Math.floor(tested.world.now().getTime() / 1000)
    const id = await disputePayment(tested.world.db, { paymentId, status, at })
    expect(await value(bench.payments.payment(paymentId))).toMatchObject({
      dispute: { id, state, createdAt: new Date(at * 1000) },
    })
  })
})

describe("customers", () => {
  test("a customer is created once per key, and deleted together with the subscriptions", async () => {
    const about = { userId: "user-1", email: "ben@mail.test", name: "Ben", key: "customer:user-1" }
    const [one, two] = await Promise.all([
      value(bench.payments.createCustomer(about)),
      value(bench.payments.createCustomer(about)),
    ])
    expect(two).toEqual(one)
    const session = await opened(subscription({ customerId: one.id }))
    expect(session).toMatchObject({ customerId: one.id })
    await bench.press(session.id, { choice: "pay" })
    const { subscriptionId } = await value(bench.payments.checkout(session.id))
    expect(await bench.payments.forgetCustomer(one.id)).toEqual({ ok: true, value: null })
    expect(await bench.payments.forgetCustomer(one.id)).toEqual({ ok: true, value: null })
    expect(await value(bench.payments.subscription(subscriptionId ?? ""))).toMatchObject({
      state: "canceled",
    })
    expect(await bench.payments.openCheckout(request({ customerId: one.id }))).toMatchObject({
      ok: false,
      code: "unknown_customer",
    })
    expect(
      await bench.payments.openPortal({ customerId: one.id, returnUrl: "http://b4m.test/" }),
    ).toMatchObject({
      code: "unknown_customer",
    })
  })
})
