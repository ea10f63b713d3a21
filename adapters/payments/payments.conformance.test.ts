/** The engine and the service's own SDK against the sandbox: what both sides must agree on. */
import Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CheckoutRequest } from "#domain/payments.ts"
import { listenOnPort, type PaymentsBench, paymentsBench, testKeys } from "#test/support/payments-sandbox.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { createStripe } from "./stripe.ts"

let tested: TestWorld
let bench: PaymentsBench
beforeAll(async () => {
  tested = await createTestWorld({ now: "2026-01-31T12:00:00Z" })
  bench = paymentsBench(tested)
})
afterAll(() => tested.close())

let orders = 0
const request = (about: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  orderId: `order-${++orders}`,
  mode: "payment",
  line: { name: "Personal Brand Starter Kit", description: "Worksheets", amountCents: 2900 },
  customerId: null,
  donation: false,
  promotionCodes: true,
  taxable: true,
  terms: null,
  successUrl: "http://b4m.test/checkout-success?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://b4m.test/checkout-cancel?order=1",
  ...about,
})

const subscription = (about: Partial<CheckoutRequest> = {}) =>
  request({
    mode: "subscription",
    line: { name: "Built 2 Scale Group", description: null, amountCents: 1499 },
    terms: "Renews monthly until cancelled.",
    ...about,
  })

async function opened(about: CheckoutRequest) {
  const answer = await bench.payments.openCheckout(about)
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

async function value<Value>(answer: Promise<{ ok: true; value: Value } | { ok: false; message: string }>) {
  const got = await answer
  if (!got.ok) throw new Error(got.message)
  return got.value
}

/** The events since the last call, as our endpoint would read them. */
async function received() {
  const events: Stripe.Event[] = []
  await bench.work(async (webhook) => {
    const header = webhook.headers.get("stripe-signature") ?? ""
    const body = await webhook.text()
    const at = tested.world.now().getTime()
    events.push(
      bench.stripe.webhooks.constructEvent(body, header, testKeys.webhookSecret, 300, undefined, at),
    )
    return new Response("ok")
  })
  return events
}
const types = (events: Stripe.Event[]) => events.map((event) => event.type)

async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error("It was not refused")
  return error
}

describe("checkout", () => {
  test("one payment: opened, paid on the page, told", async () => {
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

  test("pressed twice at once, it is paid once", async () => {
    const { id } = await opened(request())
    const both = await Promise.all([bench.press(id, { choice: "pay" }), bench.press(id, { choice: "pay" })])
    expect(both.map((one) => one.status)).toEqual([303, 303])
    expect(types(await received()).filter((type) => type === "checkout.session.completed")).toHaveLength(1)
  })

  test("a declined card leaves the session open, and a second try pays the same payment", async () => {
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
    const { data } = await bench.stripe.charges.list({
      payment_intent: (await value(bench.payments.checkout(id))).paymentId ?? "",
    })
    expect(data.map((charge) => charge.status)).toEqual(["succeeded", "failed"])
  })

  test.each([
    ["debit", "paid", "checkout.session.async_payment_succeeded"],
    ["debit-fails", "failed", "checkout.session.async_payment_failed"],
  ])("a bank takes its time: %s", async (choice, outcome, told) => {
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

  test("a session is ended by hand once, and by time", async () => {
    const { id } = await opened(request())
    expect(await value(bench.payments.expireCheckout(id))).toMatchObject({ outcome: "expired", url: null })
    expect(await bench.payments.expireCheckout(id)).toMatchObject({ ok: false, code: "refused" })
    expect(types(await received())).toEqual(["checkout.session.expired"])
    const later = await opened(request())
    const latest = await opened(request())
    tested.clock.advance(24 * 3600_000)
    // Pressed before anybody noticed that its time is over.
    await bench.press(latest.id, { choice: "pay" })
    expect(await value(bench.payments.checkout(latest.id))).toMatchObject({ outcome: "expired" })
    await bench.sandbox.catchUp()
    expect(await value(bench.payments.checkout(later.id))).toMatchObject({ outcome: "expired" })
    await bench.press(later.id, { choice: "pay" })
    expect(types(await received())).not.toContain("checkout.session.completed")
  })

  test("asked twice for one order there is one session, also at once; with other values it is refused", async () => {
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
      // What the SDK got from fetch, whatever its types say.
      return (made.lastResponse.headers as unknown as Headers).get("idempotent-replayed")
    }
    expect([await replayed(), await replayed()]).toEqual([null, "true"])
  })

  test("tax, terms and gifts are said as the service wants them", async () => {
    const { fetch } = bench.sandbox
    const taxed = createStripe({ ...testKeys, fetch, automaticTax: true, now: tested.world.now })
    const customer = await value(
      taxed.createCustomer({ userId: "u1", email: "t@mail.test", name: null, key: "t" }),
    )
    const session = await value(taxed.openCheckout(subscription({ customerId: customer.id })))
    const told = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["line_items"] })
    expect(told.automatic_tax.enabled).toBe(true)
    expect(told.custom_text.submit?.message).toBe("Renews monthly until cancelled.")
    expect(told.line_items?.data[0]?.price?.tax_behavior).toBe("exclusive")
    expect(told.line_items?.data[0]?.price?.recurring).toMatchObject({ interval: "month", interval_count: 1 })
    const gift = await value(taxed.openCheckout(request({ donation: true, taxable: false })))
    const giftTold = await bench.stripe.checkout.sessions.retrieve(gift.id)
    expect(giftTold).toMatchObject({ submit_type: "donate", automatic_tax: { enabled: false } })
  })
})

describe("subscriptions", () => {
  test("begun, renewed on the last day of a short month, cancelled in the portal, ended by time", async () => {
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
    expect(types(await received())).toEqual([
      "customer.subscription.updated",
      "customer.subscription.deleted",
    ])
    expect(await value(bench.payments.subscription(id))).toMatchObject({
      state: "canceled",
      endedAt: new Date("2027-03-31T12:00:00Z"),
    })
    expect((await bench.stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
  })

  test("a renewal that is declined, paid after all; one that never is ends", async () => {
    const { id, portal } = await begun()
    await press(portal, { subscription: id, choice: "renew-fails" })
    const told = await received()
    expect(types(told)).toContain("invoice.payment_failed")
    const failed = told.find((event) => event.type === "invoice.payment_failed")
    const invoiceId = failed?.data.object.id ?? ""
    expect(await value(bench.payments.invoice(invoiceId))).toMatchObject({ state: "failed", first: false })
    expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "past_due" })
    await press(portal, { subscription: id, choice: "pay" })
    expect(await value(bench.payments.invoice(invoiceId))).toMatchObject({ state: "paid", nextTryAt: null })
    expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "active" })
    await press(portal, { subscription: id, choice: "renew-fails" })
    tested.clock.advance(100 * 86_400_000)
    await bench.sandbox.catchUp()
    expect(await value(bench.payments.subscription(id))).toMatchObject({ state: "canceled" })
  })

  test("ended by hand: at the end of the period, now, and again", async () => {
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

  test("a stranger's portal does not end a subscription", async () => {
    const [mine, other] = [await begun(), await begun()]
    const answer = await press(other.portal, { subscription: mine.id, choice: "cancel" })
    expect(answer.status).toBe(404)
    expect(await value(bench.payments.subscription(mine.id))).toMatchObject({ cancelAt: null })
  })

  test("a code on a subscription takes from its first invoice only", async () => {
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
})

describe("money back", () => {
  test("in parts, then the rest, then nothing is left", async () => {
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

describe("customers", () => {
  test("made once for a key, and forgotten with their subscriptions", async () => {
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

describe("events", () => {
  const event = (about: object) =>
    JSON.stringify({ id: "evt_1", object: "event", created: 1_800_000_000, ...about })
  const header = (payload: string, more: Partial<Stripe.WebhookTestHeaderOptions> = {}) =>
    bench.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: testKeys.webhookSecret,
      timestamp: Math.floor(tested.world.now().getTime() / 1000),
      ...more,
    })

  test("signed ones are read, whoever signed them with the secret", async () => {
    const payload = event({ type: "customer.subscription.updated", data: { object: { id: "sub_1" } } })
    expect(await bench.payments.readEvent(payload, header(payload))).toEqual({
      ok: true,
      value: {
        id: "evt_1",
        type: "customer.subscription.updated",
        createdAt: new Date(1_800_000_000_000),
        about: "subscription",
        subscriptionId: "sub_1",
      },
    })
    const other = event({ type: "price.created", data: { object: { id: "price_1" } } })
    expect(await bench.payments.readEvent(other, header(other))).toMatchObject({ value: { about: "other" } })
  })

  test("forged, changed, old, unsigned and unreadable ones are not", async () => {
    const payload = event({ type: "invoice.paid", data: { object: { id: "in_1" } } })
    const now = Math.floor(tested.world.now().getTime() / 1000)
    const forged = { ok: false, code: "forged" }
    const read = bench.payments.readEvent
    expect(await read(payload, header(payload, { secret: "whsec_other" }))).toMatchObject(forged)
    expect(await read(payload.replace("in_1", "in_2"), header(payload))).toMatchObject(forged)
    expect(await read(payload, header(payload, { timestamp: now - 301 }))).toMatchObject(forged)
    expect(await read(payload, header(payload, { timestamp: now - 299 }))).toMatchObject({ ok: true })
    expect(await read(payload, undefined)).toMatchObject(forged)
    expect(await read("not json", header("not json"))).toMatchObject(forged)
    expect(await read("", "t=1,v1=00")).toMatchObject(forged)
  })

  test("what the sandbox sends is what the engine reads", async () => {
    await received()
    const { id } = await opened(request())
    await bench.press(id, { choice: "pay" })
    const abouts: string[] = []
    await bench.work(async (webhook) => {
      const read = await bench.payments.readEvent(
        await webhook.text(),
        webhook.headers.get("stripe-signature") ?? undefined,
      )
      if (read.ok) abouts.push(read.value.about)
      return new Response(null, { status: read.ok ? 200 : 400 })
    })
    expect(abouts).toEqual(["other", "other", "other", "checkout"])
  })

  test.each([
    [
      "normal",
      [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "checkout.session.completed",
      ],
    ],
    [
      "reversed",
      [
        "checkout.session.completed",
        "payment_intent.succeeded",
        "charge.succeeded",
        "payment_intent.created",
      ],
    ],
  ])("they come %s", async (webhook, order) => {
    const { id } = await opened(request())
    await bench.press(id, { choice: "pay", webhook })
    expect(types(await received())).toEqual(order)
  })

  test("they come twice with the same id, and late", async () => {
    const { id } = await opened(request())
    await bench.press(id, { choice: "pay", webhook: "twice" })
    const twice = await received()
    expect(twice).toHaveLength(8)
    expect(new Set(twice.map((event) => event.id)).size).toBe(4)
    const late = await opened(request())
    await bench.press(late.id, { choice: "pay", webhook: "late" })
    tested.clock.advance(9_000)
    expect(await received()).toEqual([])
    tested.clock.advance(1_000)
    expect(await received()).toHaveLength(4)
  })

  test("what was not taken is sent again, and only that", async () => {
    const { id } = await opened(request())
    await bench.press(id, { choice: "pay" })
    const [job] = tested.jobs.filter((one) => one.queue === "payments-sandbox")
    const tries: string[] = []
    const send = (refused: string) => async (webhook: Request) => {
      const { type } = (await webhook.json()) as { type: string }
      tries.push(type)
      if (type === refused) throw new Error("connection refused")
      return new Response("ok")
    }
    await expect(bench.work(send("charge.succeeded"))).rejects.toThrow("charge.succeeded (not reached)")
    const before = (await bench.stripe.events.list({ type: "charge.succeeded", limit: 1 })).data[0]
    expect(before?.pending_webhooks).toBe(1)
    // As the queue does with a job that failed.
    if (job) tested.jobs.push(job)
    await bench.work(send(""))
    expect(tries.slice(4)).toEqual(["charge.succeeded"])
    expect((await bench.stripe.events.retrieve(before?.id ?? "")).pending_webhooks).toBe(0)
  })
})

describe("the API itself", () => {
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
    expect(await create({ ...good, colour: "red" })).toMatchObject({
      code: "parameter_unknown",
      param: "colour",
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
})

function line(cents: number): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity: 1, price_data: { currency: "usd", unit_amount: cents, product_data: { name: "Thing" } } }
}

function press(path: string, form: Record<string, string>) {
  return bench.sandbox.app.request(path, { method: "POST", body: new URLSearchParams(form) })
}

/** A subscription that was just begun, and its customer's portal. */
async function begun(): Promise<{ id: string; portal: string }> {
  const session = await opened(subscription())
  await bench.press(session.id, { choice: "pay" })
  const { customerId, subscriptionId } = await value(bench.payments.checkout(session.id))
  const { url } = await value(
    bench.payments.openPortal({ customerId: customerId ?? "", returnUrl: "http://b4m.test/account" }),
  )
  await received()
  return { id: subscriptionId ?? "", portal: new URL(url).pathname }
}

async function paidPayment(): Promise<string> {
  const { id } = await opened(request())
  await bench.press(id, { choice: "pay" })
  return (await value(bench.payments.checkout(id))).paymentId ?? ""
}
