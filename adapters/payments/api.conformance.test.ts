/** The sandbox's API as seen by Stripe's own SDK. */
import Stripe from "stripe"
import { afterAll, expect, test } from "vitest"
import {
  openPaymentsConformance,
  refusal,
  request,
  subscription,
  value,
} from "#test/support/payments-conformance.ts"
import { listenOnPort, testKeys } from "#test/support/payments-sandbox.ts"
import { createStripe } from "./stripe.ts"

const { bench, tested, opened, close } = await openPaymentsConformance()
afterAll(close)

test("refuses invalid requests in the same way as Stripe", async () => {
  const { stripe } = bench
  const wrong = new Stripe("sk_test_wrong", {
    httpClient: Stripe.createFetchHttpClient(bench.sandbox.fetch),
  })
  const unauthorized = await refusal(wrong.checkout.sessions.retrieve("cs_test_1"))
  expect(unauthorized).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 })
  expect(unauthorized.message).not.toContain("sk_test_wrong")
  expect(await refusal(stripe.customers.del("cus_none"))).toMatchObject({
    code: "resource_missing",
    statusCode: 404,
    param: "id",
    message: "No such customer: 'cus_none'",
  })
  const create = (params: object) => refusal(stripe.checkout.sessions.create(params as never))
  const good = { mode: "payment", success_url: "http://b4m.test/", line_items: [line(500)] }
  expect(await create({ ...good, color: "red" })).toMatchObject({
    code: "parameter_unknown",
    param: "color",
  })
  expect(await create({ ...good, success_url: undefined })).toMatchObject({
    code: "parameter_missing",
    param: "success_url",
  })
  expect(await create({ ...good, line_items: [line(-1)] })).toMatchObject({
    param: "line_items[0][price_data][unit_amount]",
  })
  expect(await create({ ...good, line_items: [line(49)] })).toMatchObject({ code: "amount_too_small" })
  expect(await create({ ...good, mode: "subscription" })).toMatchObject({ param: "line_items" })
  expect(await create({ ...good, customer: "cus_none" })).toMatchObject({
    code: "resource_missing",
    param: "customer",
  })
  expect(await create({ ...good, customer: "cus_1", customer_email: "a@mail.test" })).toMatchObject({
    param: "customer_email",
  })
  expect(await create({ ...good, expires_at: 1 })).toMatchObject({ param: "expires_at" })
  expect(await refusal(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 })
  const sentences = [
    [() => stripe.balance.retrieve(), "answers only the calls that this site makes"],
    [
      () => stripe.refunds.create({ payment_intent: "pi_1", reason: "duplicate" }),
      "accepts only the parameters that this site sends",
    ],
    [() => stripe.disputes.list({ created: 1 }), "accepts only the parameters that this site sends"],
  ] as const
  for (const [call, sentence] of sentences) expect((await refusal(call())).message).toContain(sentence)
  const euros = { currency: "eur", unit_amount: 500, product_data: { name: "Thing" } }
  expect(await create({ ...good, line_items: [{ quantity: 1, price_data: euros }] })).toMatchObject({
    param: "line_items[0][price_data][currency]",
    message: expect.stringContaining("charges in usd only"),
  })
  expect(await create({ ...good, subscription_data: { description: "x" } })).toMatchObject({
    param: "subscription_data",
  })
  const { id } = await stripe.customers.create({ email: "d@mail.test" })
  expect(await refusal(stripe.customers.create({ email: id, expand: ["nothing"] }))).toMatchObject({
    param: "email",
  })
  const paid = await opened(request())
  const nothing = stripe.checkout.sessions.retrieve(paid.id, { expand: ["nothing"] })
  expect(await refusal(nothing)).toMatchObject({ param: "expand" })
})

test("expands the fields that the adapter requests, including a list that is returned only if expanded", async () => {
  const { stripe } = bench
  const { id } = await opened(subscription())
  await bench.press(id, { choice: "pay" })
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ["customer", "subscription.latest_invoice.payments", "payment_intent"],
  })
  expect(session.customer).toMatchObject({ email: "ana@mail.test" })
  expect(session.subscription).toMatchObject({
    latest_invoice: { payments: { data: [{ status: "paid" }] } },
  })
  expect(session.payment_intent).toBeNull()
})

test("STRIPE_API_BASE is reached over the network", async () => {
  const { server, port } = await listenOnPort(bench.sandbox)
  try {
    const apiBase = `http://127.0.0.1:${port}`
    const payments = createStripe({ ...testKeys, apiBase, automaticTax: false, now: tested.world.now })
    const session = await value(payments.openCheckout(request()))
    expect(await value(payments.checkout(session.id))).toEqual(session)
    expect(await payments.checkout("cs_test_none")).toMatchObject({ ok: false, code: "not_found" })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test("an outage and an invalid key are thrown, not returned", async () => {
  const now = tested.world.now
  const wrong = createStripe({
    ...testKeys,
    secretKey: "sk_test_wrong",
    fetch: bench.sandbox.fetch,
    automaticTax: false,
    now,
  })
  await expect(wrong.checkout("cs_test_1")).rejects.toThrow("Invalid API Key")
})

function line(cents: number): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity: 1, price_data: { currency: "usd", unit_amount: cents, product_data: { name: "Thing" } } }
}
