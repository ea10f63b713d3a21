/** Subscriptions and renewals: behavior on which the adapter, Stripe's own SDK and the sandbox must agree. */
import { afterAll, expect, test } from "vitest"
import { recordsOf } from "#test/stand-ins/payments-records.ts"
import { openPaymentsConformance, subscription, types, value } from "#test/support/payments-conformance.ts"

const { bench, tested, opened, press, received, begun, close } = await openPaymentsConformance()
afterAll(close)

test("a subscription starts, renews in a short month, is canceled in the portal, and ends", async () => {
  tested.clock.set("2027-01-31T12:00:00Z")
  await received()
  const about = subscription()
  const session = await opened(about)
  await bench.press(session.id, { choice: "pay" })
  const paid = await value(bench.payments.checkout(session.id))
  expect(paid).toMatchObject({ outcome: "paid", paymentId: null })
  const id = paid.subscriptionId ?? ""
  expect(types(await received())).toEqual(
    expect.arrayContaining([
      "customer.created",
      "customer.subscription.created",
      "invoice.paid",
      "checkout.session.completed",
    ]),
  )
  const first = await value(bench.payments.invoice(paid.invoiceId ?? ""))
  expect(first).toMatchObject({
    subscriptionId: id,
    orderId: about.orderId,
    first: true,
    state: "paid",
    totalCents: 1499,
  })
  expect(await value(bench.payments.payment(first.paymentId ?? ""))).toMatchObject({
    invoiceId: first.id,
    amountCents: 1499,
  })
  expect(await value(bench.payments.subscription(id))).toMatchObject({
    state: "active",
    orderId: about.orderId,
    customerId: paid.customerId,
    amountCents: 1499,
    periodEndsAt: new Date("2027-02-28T12:00:00Z"),
    cancelAt: null,
  })

  tested.clock.set("2027-02-28T12:00:00Z")
  expect(await bench.sandbox.catchUp()).toBeGreaterThan(0)
  expect(types(await received())).toEqual(
    expect.arrayContaining(["invoice.created", "invoice.paid", "customer.subscription.updated"]),
  )
  expect(await value(bench.payments.subscription(id))).toMatchObject({
    periodEndsAt: new Date("2027-03-31T12:00:00Z"),
  })

  const { url } = await value(
    bench.payments.openPortal({ customerId: paid.customerId ?? "", returnUrl: "http://b4m.test/account" }),
  )
  const portal = new URL(url).pathname
  const page = await (await bench.sandbox.app.request(portal)).text()
  expect(page).toContain("Renews on March 31, 2027")
  await press(portal, { subscription: id, choice: "cancel" })
  const cancelled = await value(bench.payments.subscription(id))
  expect(cancelled).toMatchObject({ state: "active", cancelAt: new Date("2027-03-31T12:00:00Z") })
  tested.clock.set("2027-03-31T12:00:00Z")
  await bench.sandbox.catchUp()
  expect(types(await received())).toEqual(["customer.subscription.updated", "customer.subscription.deleted"])
  expect(await value(bench.payments.subscription(id))).toMatchObject({
    state: "canceled",
    endedAt: new Date("2027-03-31T12:00:00Z"),
  })
  const ofIt = { parent: { subscription_details: { subscription: id } } }
  expect(await recordsOf(tested.world.db, "invoice", ofIt)).toHaveLength(2)
})

test("a declined renewal can be paid later; an unpaid one ends the subscription", async () => {
  const { id, portal } = await begun()
  await press(portal, { subscription: id, choice: "renew-fails" })
  const told = await received()
  expect(types(told)).toContain("invoice.payment_failed")
  const failed = told.find((event) => event.type === "invoice.payment_failed")
  const invoiceId = failed?.data.object.id ?? ""
  expect(await value(bench.payments.invoice(invoiceId))).toMatchObject({ state: "failed", first: false })
  expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "past_due" })
  await press(portal, { subscription: id, choice: "pay" })
  expect(await value(bench.payments.invoice(invoiceId))).toMatchObject({ state: "paid" })
  expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "active" })
  await press(portal, { subscription: id, choice: "renew-fails" })
  tested.clock.advance(100 * 86_400_000)
  await bench.sandbox.catchUp()
  expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "canceled" })
})

test("a subscription can be ended at the end of the period or immediately, and ending it again succeeds", async () => {
  const { id } = await begun()
  const atEnd = await value(bench.payments.cancelSubscription(id, "period-end"))
  expect(atEnd).toMatchObject({ state: "active", cancelAt: atEnd.periodEndsAt })
  expect(await value(bench.payments.cancelSubscription(id, "period-end"))).toEqual(atEnd)
  expect(await value(bench.payments.cancelSubscription(id, "now"))).toMatchObject({ state: "canceled" })
  expect(await value(bench.payments.cancelSubscription(id, "now"))).toMatchObject({ state: "canceled" })
  expect(await value(bench.payments.cancelSubscription(id, "period-end"))).toMatchObject({
    state: "canceled",
  })
  expect(await bench.payments.cancelSubscription("sub_none", "now")).toMatchObject({ code: "not_found" })
})

test("another customer's portal cannot cancel a subscription", async () => {
  const [mine, other] = [await begun(), await begun()]
  const answer = await press(other.portal, { subscription: mine.id, choice: "cancel" })
  expect(answer.status).toBe(404)
  expect(await value(bench.payments.subscription(mine.id))).toMatchObject({ cancelAt: null })
})

test("a promotion code for a subscription discounts only its first invoice", async () => {
  const { id } = await opened(subscription())
  await bench.press(id, { choice: "promotion", promotion: "TEST20" })
  await bench.press(id, { choice: "pay" })
  const paid = await value(bench.payments.checkout(id))
  expect(await value(bench.payments.invoice(paid.invoiceId ?? ""))).toMatchObject({
    totalCents: 1199,
    discountCents: 300,
  })
  expect(await value(bench.payments.subscription(paid.subscriptionId ?? ""))).toMatchObject({
    amountCents: 1499,
  })
})
