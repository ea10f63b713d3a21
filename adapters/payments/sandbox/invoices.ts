import { invalid } from "./api-error.ts"
import { attemptCharge } from "./charges.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { list, save } from "./store.ts"
import type { Invoice, InvoicePayment, Subscription } from "./types/billing.ts"
import type { Customer } from "./types/payments.ts"
import type { List } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Seconds after which Stripe retries a failed payment. The sandbox shows that time but does not retry by itself. */
const retrySeconds = 3 * 86_400

interface InvoiceRequest {
  customer: Customer
  subscription: Subscription
  reason: Invoice["billing_reason"]
  /** The amount after the discount. */
  totalCents: number
}

/** Creates an invoice for a subscription and attempts to collect it; nothing is charged if nothing is due. */
export async function billInvoice(
  work: UnitOfWork,
  { customer, subscription, reason, totalCents: total }: InvoiceRequest,
  outcome: "succeeded" | "failed",
): Promise<Invoice> {
  const subtotal = subscription.items.data[0].price.unit_amount
  const draft = await save<Invoice>(work, {
    id: newId("in"),
    object: "invoice",
    created: work.at,
    livemode: false,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempted: false,
    billing_reason: reason,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    next_payment_attempt: null,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    status: "open",
    status_transitions: { paid_at: null },
    subtotal,
    total,
    total_discount_amounts: total < subtotal ? [{ amount: subtotal - total, discount: newId("di") }] : [],
    total_taxes: [],
  })
  await emit(work, "invoice.created", draft)
  await emit(work, "invoice.finalized", draft)
  return await payInvoice(work, draft, outcome)
}

/** Attempts to collect an open invoice, possibly not for the first time. */
export async function payInvoice(
  work: UnitOfWork,
  before: Invoice,
  outcome: "succeeded" | "failed",
): Promise<Invoice> {
  if (before.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" })
  const paid = outcome === "succeeded" || before.amount_due === 0
  if (before.amount_due > 0) await collect(work, before, outcome)
  const invoice = await save<Invoice>(work, {
    ...before,
    attempted: true,
    status: paid ? "paid" : "open",
    amount_paid: paid ? before.amount_due : 0,
    amount_remaining: paid ? 0 : before.amount_due,
    next_payment_attempt: paid ? null : work.at + retrySeconds,
    status_transitions: { paid_at: paid ? work.at : null },
  })
  if (paid) {
    await emit(work, "invoice.paid", invoice)
    await emit(work, "invoice.payment_succeeded", invoice)
  } else await emit(work, "invoice.payment_failed", invoice)
  return invoice
}

/** Charges the amount due, reusing the payment intent of an earlier attempt if there was one. */
async function collect(work: UnitOfWork, invoice: Invoice, outcome: "succeeded" | "failed"): Promise<void> {
  const [earlier] = (await paymentsOf(work, invoice.id)).data
  const intent = await attemptCharge(
    work,
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      email: invoice.customer_email,
      description:
        invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
      metadata: {},
      paymentIntent: earlier?.payment.payment_intent ?? null,
    },
    outcome,
  )
  const paid = outcome === "succeeded"
  const payment = await save<InvoicePayment>(work, {
    id: earlier?.id ?? newId("inpay"),
    object: "invoice_payment",
    created: earlier?.created ?? work.at,
    livemode: false,
    amount_paid: paid ? invoice.amount_due : null,
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: paid ? "paid" : "open",
  })
  if (paid) await emit(work, "invoice_payment.paid", payment)
}

/** `invoice.payments`, which the API returns only if expanded. */
export function paymentsOf(work: UnitOfWork, invoice: string): Promise<List<InvoicePayment>> {
  return list<InvoicePayment>(work, "invoice_payment", "/v1/invoice_payments", { fields: { invoice } })
}
