import type Stripe from "stripe"
import type { PaymentEvent } from "#ports/payments.ts"
import { idOf, instant, orderIn, toCheckout, toDispute } from "./objects.ts"

/** Maps an event with a valid signature to the types of ports/payments.ts. */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const about = { id: event.id, type: event.type, createdAt: instant(event.created) }
  const other = { ...about, about: "other" } as const
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return { ...about, about: "checkout", session: toCheckout(event.data.object) }
    case "checkout.session.async_payment_failed":
      return { ...about, about: "checkout", session: toCheckout(event.data.object, true) }
    case "charge.refunded": {
      const { payment_intent, amount_refunded, metadata } = event.data.object
      const paymentId = idOf(payment_intent)
      if (paymentId === null) return other
      return {
        ...about,
        about: "refund",
        paymentId,
        orderId: orderIn(metadata),
        refundedCents: amount_refunded,
      }
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const paymentId = idOf(event.data.object.payment_intent)
      if (paymentId === null) return other
      return { ...about, about: "dispute", paymentId, dispute: toDispute(event.data.object) }
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return { ...about, about: "subscription", subscriptionId: event.data.object.id }
    case "invoice.created":
    case "invoice.finalized":
    case "invoice.updated":
    case "invoice.paid":
    case "invoice.payment_succeeded":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
    case "invoice.marked_uncollectible":
    case "invoice.voided":
      return { ...about, about: "invoice", invoiceId: event.data.object.id }
    default:
      return other
  }
}
