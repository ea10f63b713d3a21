import type Stripe from "stripe"
import type {
  CheckoutSession,
  Dispute,
  Invoice,
  PaidSubscription,
  Payment,
  SubscriptionState,
} from "#ports/payments.ts"

/** Stripe's timestamps are in seconds since 1970. */
export function instant(seconds: number): Date
export function instant(seconds: number | null | undefined): Date | null
export function instant(seconds: number | null | undefined): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1000) : null
}

/** The id of a reference, which is an id or an expanded object. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null)
}

/** The id of the order, which sessionParams() stores in the metadata. */
export function orderIn(metadata: Stripe.Metadata | null | undefined): string | null {
  return metadata?.order ?? null
}

/** @param failed known only from an event: the session itself just says that it is unpaid */
export function toCheckout(session: Stripe.Checkout.Session, failed = false): CheckoutSession {
  return {
    id: session.id,
    url: session.url,
    outcome: failed ? "failed" : outcomeOf(session),
    orderId: session.client_reference_id,
    customerId: idOf(session.customer),
    email: session.customer_details?.email ?? session.customer_email,
    name: session.customer_details?.name ?? null,
    totalCents: session.amount_total ?? 0,
    taxCents: session.total_details?.amount_tax ?? 0,
    discountCents: session.total_details?.amount_discount ?? 0,
    paymentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    invoiceId: idOf(session.invoice),
    expiresAt: instant(session.expires_at),
  }
}

function outcomeOf({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): CheckoutSession["outcome"] {
  if (status === "expired") return "expired"
  if (status !== "complete") return "open"
  if (payment_status !== "unpaid") return "paid"
  const refused = payment_intent !== null && typeof payment_intent === "object" && isRefused(payment_intent)
  return refused ? "failed" : "processing"
}

function isRefused({ status }: Stripe.PaymentIntent): boolean {
  return status === "requires_payment_method" || status === "canceled"
}

const states: readonly string[] = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] satisfies SubscriptionState[]

/** Throws on a status that this version of the API does not document. */
export function toSubscription(subscription: Stripe.Subscription): PaidSubscription {
  if (!states.includes(subscription.status)) throw new Error(`Unknown state ${subscription.status}`)
  const items = subscription.items.data
  const ends = items.map((item) => item.current_period_end)
  const periodEndsAt = ends.length > 0 ? instant(Math.max(...ends)) : null
  return {
    id: subscription.id,
    orderId: orderIn(subscription.metadata),
    customerId: idOf(subscription.customer),
    state: subscription.status as SubscriptionState,
    amountCents: items.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0),
    startedAt: instant(subscription.start_date),
    periodEndsAt,
    cancelAt: instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEndsAt : null),
    endedAt: instant(subscription.ended_at),
  }
}

/** @param invoice with its payments expanded */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  const details = invoice.parent?.subscription_details
  const sum = (parts: { amount: number }[] | null) =>
    (parts ?? []).reduce((total, part) => total + part.amount, 0)
  const paid = invoice.payments?.data ?? []
  const payment = (paid.find((one) => one.status === "paid") ?? paid[0])?.payment.payment_intent
  return {
    id: invoice.id,
    subscriptionId: idOf(details?.subscription),
    orderId: orderIn(details?.metadata),
    first: invoice.billing_reason === "subscription_create",
    state: invoiceState(invoice),
    totalCents: invoice.total,
    taxCents: sum(invoice.total_taxes),
    discountCents: sum(invoice.total_discount_amounts),
    createdAt: instant(invoice.created),
    paidAt: instant(invoice.status_transitions.paid_at),
    paymentId: idOf(payment),
  }
}

function invoiceState({ status, attempted, amount_remaining }: Stripe.Invoice): Invoice["state"] {
  const over = (["paid", "void", "uncollectible"] as const).find((one) => one === status)
  if (over) return over
  if (status !== "open") return "draft"
  return attempted && amount_remaining > 0 ? "failed" : "open"
}

/** @param intent with its latest charge expanded */
export function toPayment(
  intent: Stripe.PaymentIntent,
  dispute: Stripe.Dispute | undefined,
  use: Stripe.InvoicePayment | undefined,
): Payment {
  const { latest_charge: charge } = intent
  return {
    id: intent.id,
    orderId: orderIn(intent.metadata),
    invoiceId: idOf(use?.invoice),
    amountCents: intent.amount,
    refundedCents: charge && typeof charge === "object" ? charge.amount_refunded : 0,
    dispute: dispute ? toDispute(dispute) : null,
  }
}

export function toDispute({ id, created, status }: Stripe.Dispute): Dispute {
  return { id, createdAt: instant(created), state: disputeState(status) }
}

/** No money was withdrawn for a closed inquiry ("warning_…") or a prevented dispute. */
function disputeState(status: string): Dispute["state"] {
  if (status === "lost") return "lost"
  return ["won", "warning_closed", "prevented"].includes(status) ? "won" : "open"
}
