import type Stripe from "stripe"
import type { Payments } from "#ports/payments.ts"
import { apiVersion } from "./stripe/api-version.ts"
import { toCheckout, toInvoice, toPayment, toSubscription } from "./stripe/objects.ts"
import { readEvent } from "./stripe/read-event.ts"
import { asAnswer } from "./stripe/refusal.ts"
import { sessionParams } from "./stripe/session-params.ts"

interface StripeOptions {
  secretKey: string
  /** "whsec_…": the signing secret of our endpoint. */
  webhookSecret: string
  /** Base URL of another server with the same API: "http://localhost:12111". */
  apiBase?: string
  /** Replaces the network: the sandbox in this process. */
  fetch?: typeof globalThis.fetch
  /** Stripe calculates tax for taxable items. */
  automaticTax: boolean
  now(): Date
}

/**
 * Payments through Stripe's own SDK. Calls go over the network, so none belongs inside a transaction: it would hold a
 * database connection for as long as Stripe takes.
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
        // With another customer it would be a different request, which Stripe refuses under the same idempotency key.
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
      // Stripe refuses to cancel a subscription that has ended; for the caller that is a success.
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
      const { webhookSecret, now } = options
      return readEvent({ webhooks, webhookSecret, now: now() }, rawBody, signature)
    },
  }
  return payments
}

/** Loads the SDK on first use, because its 218 files would take a tenth of the server's startup time. */
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
