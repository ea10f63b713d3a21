import type Stripe from "stripe"
import type { Payments, PaymentsAnswer } from "#domain/payments.ts"
import { toEvent } from "./stripe/event.ts"
import { toCheckout, toInvoice, toPayment, toSubscription } from "./stripe/objects.ts"
import { asAnswer, isStripeError } from "./stripe/refusal.ts"
import { sessionParams } from "./stripe/session-params.ts"

/** The version whose shapes this engine was written for; the service keeps speaking it whatever the account's default is. */
const apiVersion = "2026-10-28.endive"

/** Seconds that a signed event may have been on its way (https://docs.stripe.com/webhooks/signature). */
const tolerance = 300

export interface StripeOptions {
  secretKey: string
  /** "whsec_…", of our endpoint. */
  webhookSecret: string
  /** Another address that speaks the same API: "http://localhost:12111". */
  apiBase?: string
  /** Instead of the network: the sandbox in this process. */
  fetch?: typeof globalThis.fetch
  /** Tax is worked out by the service for what is taxable. */
  automaticTax: boolean
  now(): Date
}

/**
 * Payments through the service's own SDK. Calls go over the network, so none belongs inside a transaction: it would hold a
 * connection to the database for as long as the service takes.
 */
export function createStripe(options: StripeOptions): Payments {
  let opening: Promise<Stripe> | undefined
  const open = () => {
    opening ??= openClient(options)
    return opening
  }

  const payments: Payments = {
    test: /^(sk|rk)_test_/.test(options.secretKey),

    createCustomer: ({ userId, email, name, key }) =>
      asAnswer(async () => {
        const { customers } = await open()
        const customer = await customers.create(
          { metadata: { user: userId }, ...(email ? { email } : {}), ...(name ? { name } : {}) },
          { idempotencyKey: key },
        )
        return { id: customer.id }
      }),

    async forgetCustomer(customerId) {
      const answer = await asAnswer(async () => (await open()).customers.del(customerId))
      if (!answer.ok && answer.code !== "not_found") return answer
      return { ok: true, value: null }
    },

    openCheckout: (request) =>
      asAnswer(async () => {
        // Another customer is another request, which the service would not take under the same key.
        const idempotencyKey = [request.orderId, request.customerId ?? "guest"].join(":")
        const params = sessionParams(request, options.automaticTax)
        const { checkout } = await open()
        return toCheckout(await checkout.sessions.create(params, { idempotencyKey }))
      }),

    checkout: (sessionId) =>
      asAnswer(async () => {
        const { checkout } = await open()
        return toCheckout(await checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] }))
      }),

    expireCheckout: (sessionId) =>
      asAnswer(async () => {
        const { checkout } = await open()
        return toCheckout(await checkout.sessions.expire(sessionId))
      }),

    subscription: (subscriptionId) =>
      asAnswer(async () => {
        const { subscriptions } = await open()
        return toSubscription(await subscriptions.retrieve(subscriptionId))
      }),

    async cancelSubscription(subscriptionId, when) {
      const answer = await asAnswer(async () => {
        const { subscriptions } = await open()
        return toSubscription(
          when === "now"
            ? await subscriptions.cancel(subscriptionId)
            : await subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
        )
      })
      if (answer.ok) return answer
      // The service refuses to end what has ended; for whoever asked, that is the same.
      const now = await payments.subscription(subscriptionId)
      return now.ok && now.value.state === "canceled" ? now : answer
    },

    openPortal: ({ customerId, returnUrl }) =>
      asAnswer(async () => {
        const { billingPortal } = await open()
        const { url } = await billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        })
        return { url }
      }),

    invoice: (invoiceId) =>
      asAnswer(async () => {
        const { invoices } = await open()
        return toInvoice(await invoices.retrieve(invoiceId, { expand: ["payments"] }))
      }),

    payment: (paymentId) =>
      asAnswer(async () => {
        const stripe = await open()
        const [intent, disputes, uses] = await Promise.all([
          stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] }),
          stripe.disputes.list({ payment_intent: paymentId, limit: 1 }),
          stripe.invoicePayments.list({
            payment: { type: "payment_intent", payment_intent: paymentId },
            limit: 1,
          }),
        ])
        return toPayment(intent, disputes.data[0], uses.data[0])
      }),

    async refund({ paymentId, amountCents, key }) {
      const made = await asAnswer(async () => {
        const { refunds } = await open()
        return refunds.create(
          { payment_intent: paymentId, ...(amountCents === undefined ? {} : { amount: amountCents }) },
          { idempotencyKey: key },
        )
      })
      return made.ok ? await payments.payment(paymentId) : made
    },

    async readEvent(rawBody, signature) {
      const { webhooks } = await open()
      try {
        const event = webhooks.constructEvent(
          rawBody,
          signature ?? "",
          options.webhookSecret,
          tolerance,
          undefined,
          options.now().getTime(),
        )
        return { ok: true, value: toEvent(event) }
      } catch (error) {
        return forged(error)
      }
    },
  }
  return payments
}

/** The SDK is 218 files: loaded when first asked for, a tenth of what a start of the server costs. */
async function openClient(options: StripeOptions): Promise<Stripe> {
  const { default: Stripe } = await import("stripe")
  return new Stripe(options.secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(options.fetch ? { httpClient: Stripe.createFetchHttpClient(options.fetch) } : {}),
    ...addressOf(options.apiBase),
  })
}

function forged(error: unknown): PaymentsAnswer<never, "forged"> {
  // A body that is no JSON can only be read after its signature was found good, so it is the sender's doing as well.
  if (isStripeError(error, "StripeSignatureVerificationError") || error instanceof SyntaxError)
    return { ok: false, code: "forged", message: error.message.split("\n")[0] ?? "" }
  throw error
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const http = protocol === "http:"
  return {
    protocol: http ? ("http" as const) : ("https" as const),
    host: hostname,
    port: port || (http ? "80" : "443"),
  }
}
