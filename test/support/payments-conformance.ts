/** Shared by the tests of the payments engine and its sandbox: a World, and the actions of a customer and a seller. */
import Stripe from "stripe"
import type { CheckoutRequest } from "#ports/payments.ts"
import { paymentsBench, testKeys } from "./payments-sandbox.ts"
import { createTestWorld } from "./world.ts"

let orders = 0

/** One service for $29, as the shop requests it. */
export const request = (about: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
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

/** A group for $14.99 a month, as the shop requests it. */
export const subscription = (about: Partial<CheckoutRequest> = {}) =>
  request({
    mode: "subscription",
    line: { name: "Built 2 Scale Group", description: null, amountCents: 1499 },
    terms: "Renews monthly until cancelled.",
    ...about,
  })

/** Asserts that the engine's result is not a refusal. */
export async function value<Value>(
  answer: Promise<{ ok: true; value: Value } | { ok: false; message: string }>,
) {
  const got = await answer
  if (!got.ok) throw new Error(got.message)
  return got.value
}

/** The types of events, in order. */
export const types = (events: Stripe.Event[]) => events.map((event) => event.type)

/** The error with which the service refuses. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error("It was not refused")
  return error
}

/** Opens a World at the end of January 2026, with the sandbox and its clients; `close` it after the tests. */
export async function openPaymentsConformance() {
  const tested = await createTestWorld({ now: "2026-01-31T12:00:00Z" })
  const bench = paymentsBench(tested)

  const opened = (about: CheckoutRequest) => value(bench.payments.openCheckout(about))

  const press = (path: string, form: Record<string, string>) =>
    bench.sandbox.app.request(path, { method: "POST", body: new URLSearchParams(form) })

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

  /** A new subscription and its customer's portal. */
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

  /** A new payment. */
  async function paidPayment(): Promise<string> {
    const { id } = await opened(request())
    await bench.press(id, { choice: "pay" })
    return (await value(bench.payments.checkout(id))).paymentId ?? ""
  }

  return { tested, bench, opened, press, received, begun, paidPayment, close: () => tested.close() }
}
