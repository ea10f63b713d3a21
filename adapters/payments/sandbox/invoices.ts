import { z } from "zod"
import { defineCall } from "./call.ts"
import { attemptCharge } from "./charges.ts"
import { tell } from "./events.ts"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { listing, text } from "./params.ts"
import type { Customer, Invoice, InvoicePayment, LineItem, Page, Subscription } from "./shapes.ts"
import { keep, list, must } from "./store.ts"
import type { Work } from "./work.ts"

export interface InvoiceWanted {
  customer: Customer
  subscription: Subscription
  reason: Invoice["billing_reason"]
  lines: readonly LineItem[]
  period: { start: number; end: number }
}

/** One invoice of a subscription and the attempt to have it paid; nothing is charged when nothing is due. */
export async function billInvoice(
  work: Work,
  { customer, subscription, reason, lines, period }: InvoiceWanted,
  outcome: "succeeded" | "failed",
): Promise<Invoice> {
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  const id = newId("in")
  const draft: Invoice = {
    id,
    object: "invoice",
    created: work.at,
    livemode: false,
    metadata: {},
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      enabled: subscription.automatic_tax.enabled,
      status: subscription.automatic_tax.enabled ? "complete" : null,
      liability: null,
    },
    billing_reason: reason,
    collection_method: "charge_automatically",
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    description: null,
    discounts: [],
    due_date: null,
    hosted_invoice_url: `${work.pagesUrl}/invoice/${id}`,
    invoice_pdf: null,
    lines: invoiceLines(id, subscription, lines, period),
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${await countInvoices(work, customer)}`,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    period_start: period.start,
    period_end: reason === "subscription_create" ? period.start : period.end,
    status: "open",
    status_transitions: {
      finalized_at: work.at,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    total,
    total_discount_amounts: total < subtotal ? [{ amount: subtotal - total, discount: newId("di") }] : [],
    total_excluding_tax: total,
    total_taxes: [],
  }
  await keep(work, draft)
  await tell(work, "invoice.created", draft)
  await tell(work, "invoice.finalized", draft)
  return await payInvoice(work, draft, outcome)
}

/** Tries to have an open invoice paid, again perhaps. */
export async function payInvoice(
  work: Work,
  before: Invoice,
  outcome: "succeeded" | "failed",
): Promise<Invoice> {
  if (before.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" })
  const { data: payments } = await list<InvoicePayment>(work, "invoice_payment", "", {
    fields: { invoice: before.id },
  })
  const paid = outcome === "succeeded" || before.amount_due === 0
  if (before.amount_due > 0) {
    const { intent } = await attemptCharge(
      work,
      {
        amount: before.amount_due,
        currency: before.currency,
        customer: before.customer,
        email: before.customer_email,
        name: before.customer_name,
        description:
          before.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
        metadata: {},
        paymentIntent: payments[0]?.payment.payment_intent ?? null,
      },
      outcome,
    )
    const payment = await keep<InvoicePayment>(work, {
      id: payments[0]?.id ?? newId("inpay"),
      object: "invoice_payment",
      created: payments[0]?.created ?? work.at,
      livemode: false,
      amount_paid: paid ? before.amount_due : null,
      amount_requested: before.amount_due,
      currency: before.currency,
      invoice: before.id,
      is_default: true,
      payment: { type: "payment_intent", payment_intent: intent.id },
      status: paid ? "paid" : "open",
      status_transitions: { canceled_at: null, paid_at: paid ? work.at : null },
    })
    if (paid) await tell(work, "invoice_payment.paid", payment)
  }
  const invoice = await keep<Invoice>(work, {
    ...before,
    attempt_count: before.attempt_count + 1,
    attempted: true,
    status: paid ? "paid" : "open",
    amount_paid: paid ? before.amount_due : 0,
    amount_remaining: paid ? 0 : before.amount_due,
    // The service tries again after three days.
    next_payment_attempt: paid ? null : work.at + 3 * 86_400,
    status_transitions: { ...before.status_transitions, paid_at: paid ? work.at : null },
  })
  if (paid) {
    await tell(work, "invoice.paid", invoice)
    await tell(work, "invoice.payment_succeeded", invoice)
  } else await tell(work, "invoice.payment_failed", invoice)
  return invoice
}

async function countInvoices(work: Work, customer: Customer): Promise<string> {
  const [row] = await work.db.sql<{ count: number }>`
    select count(*)::int as count from private.payments_sandbox_objects
    where object = 'invoice' and data @> ${work.db.sql.json({ customer: customer.id })}::jsonb
  `
  return String((row?.count ?? 0) + 1).padStart(4, "0")
}

function invoiceLines(
  invoice: string,
  subscription: Subscription,
  lines: readonly LineItem[],
  period: { start: number; end: number },
): Invoice["lines"] {
  const data = lines.map((line) => ({
    id: newId("il"),
    object: "line_item" as const,
    amount: line.amount_subtotal,
    currency: line.currency,
    description: `${line.quantity} × ${line.description}`,
    discount_amounts:
      line.amount_discount > 0 ? [{ amount: line.amount_discount, discount: newId("di") }] : [],
    invoice,
    livemode: false as const,
    metadata: subscription.metadata,
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item:
          subscription.items.data.find((item) => item.price.id === line.price.id)?.id ?? null,
        proration: false,
      },
    },
    period,
    pricing: {
      type: "price_details",
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    subtotal: line.amount_subtotal,
    subscription: subscription.id,
  }))
  return { object: "list", data, has_more: false, url: `/v1/invoices/${invoice}/lines` }
}

/** Which payments an invoice was paid with: `invoice.payments`, told when it is expanded. */
export function paymentsOf(work: Work, invoice: string): Promise<Page<InvoicePayment>> {
  return list<InvoicePayment>(work, "invoice_payment", "/v1/invoice_payments", { fields: { invoice } })
}

export const invoiceCalls = [
  defineCall({
    method: "GET",
    path: "/v1/invoices",
    shape: z.strictObject({
      ...listing,
      customer: text().optional(),
      subscription: text().optional(),
      status: z.enum(["open", "paid"]).optional(),
    }),
    async answer(work, { customer, subscription, status, ...listing }) {
      const parent = subscription ? { parent: { subscription_details: { subscription } } } : {}
      return await list(work, "invoice", "/v1/invoices", { listing, fields: { customer, status, ...parent } })
    },
  }),
  defineCall({
    method: "GET",
    path: "/v1/invoices/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "invoice", id)).data,
  }),
  defineCall({
    method: "GET",
    path: "/v1/invoice_payments",
    shape: z.strictObject({
      ...listing,
      invoice: text().optional(),
      payment: z
        .strictObject({ type: z.literal("payment_intent"), payment_intent: text().optional() })
        .optional(),
      status: z.enum(["open", "paid", "canceled"]).optional(),
    }),
    answer: (work, { invoice, payment, status, ...listing }) =>
      list(work, "invoice_payment", "/v1/invoice_payments", {
        listing,
        fields: { invoice, status, ...(payment ? { payment } : {}) },
      }),
  }),
]
