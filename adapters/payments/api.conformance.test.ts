/** The API itself: what the service's own SDK finds at the sandbox. */
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

test("refuses as the service does", async () => {
  const { stripe } = bench
  const wrong = new Stripe("sk_test_wrong", {
    httpClient: Stripe.createFetchHttpClient(bench.sandbox.fetch),
  })
  const unauthorized = await refusal(wrong.customers.list())
  expect(unauthorized).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 })
  expect(unauthorized.message).not.toContain("sk_test_wrong")
  expect(await refusal(stripe.customers.retrieve("cus_none"))).toMatchObject({
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
    [() => stripe.charges.list({ created: 1 }), "accepts only the parameters that this site sends"],
  ] as const
  for (const [call, sentence] of sentences) expect((await refusal(call())).message).toContain(sentence)
  const euros = { currency: "eur", unit_amount: 500, product_data: { name: "Thing" } }
  expect(await create({ ...good, line_items: [{ price_data: euros }] })).toMatchObject({
    param: "line_items[0][price_data][currency]",
    message: expect.stringContaining("charges in usd only"),
  })
  expect(await create({ ...good, subscription_data: { description: "x" } })).toMatchObject({
    param: "subscription_data",
  })
  await stripe.customers.create({ email: "d@mail.test" })
  expect(await refusal(stripe.customers.list({ expand: ["data.nothing"] }))).toMatchObject({
    param: "expand",
  })
})

test("reads nested names, keeps and takes away metadata, expands", async () => {
  const { stripe } = bench
  const customer = await stripe.customers.create({ email: "c@mail.test", metadata: { a: "1", "0": "ü&=" } })
  expect(customer.metadata).toEqual({ a: "1", "0": "ü&=" })
  const changed = await stripe.customers.update(customer.id, { name: "C", metadata: { a: "" } })
  expect(changed).toMatchObject({ name: "C", email: "c@mail.test", metadata: { "0": "ü&=" } })
  const { id } = await opened(subscription({ customerId: customer.id }))
  await bench.press(id, { choice: "pay" })
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ["customer", "subscription.latest_invoice.payments", "line_items", "payment_intent"],
  })
  expect(session.customer).toMatchObject({ name: "C" })
  expect(session.subscription).toMatchObject({
    latest_invoice: { payments: { data: [{ status: "paid" }] } },
  })
  expect(session.line_items?.data[0]?.price?.unit_amount_decimal?.toString()).toBe("1499")
  expect(session.payment_intent).toBeNull()
  expect((await stripe.checkout.sessions.listLineItems(id)).data[0]?.amount_total).toBe(1499)
  expect((await stripe.promotionCodes.list({ code: "TEST20" })).data[0]?.id).toBe("promo_test20")
})

test("lists in pages, latest first, to and fro", async () => {
  const { stripe } = bench
  const email = "pages@mail.test"
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.unshift((await stripe.customers.create({ email })).id)
  const first = await stripe.customers.list({ email, limit: 2 })
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true])
  const last = await stripe.customers.list({ email, limit: 3, starting_after: made[1] ?? "" })
  expect([last.data.map(({ id }) => id), last.has_more]).toEqual([made.slice(2), false])
  const back = await stripe.customers.list({ email, limit: 2, ending_before: made[3] ?? "" })
  expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
  const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(made)
})

test("answers over the network too, for STRIPE_API_BASE", async () => {
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

test("an outage and a wrong key are thrown, not answered", async () => {
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
