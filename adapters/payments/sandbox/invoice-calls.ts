import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { listing, text } from "./params.ts"
import { get, list } from "./store.ts"
import type { Invoice, InvoicePayment } from "./types/billing.ts"

export const invoiceCalls = [
  defineCall({
    method: "GET",
    path: "/v1/invoices/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await get<Invoice>(work, "invoice", id)).data,
  }),
  defineCall({
    method: "GET",
    path: "/v1/invoice_payments",
    shape: z.strictObject({
      ...listing,
      payment: z
        .strictObject({
          type: z.literal("payment_intent"),
          payment_intent: text(),
        } satisfies Accepted<Stripe.InvoicePaymentListParams.Payment>)
        .optional(),
    } satisfies Accepted<Stripe.InvoicePaymentListParams>),
    answer: (work, { payment, limit }) =>
      list<InvoicePayment>(work, "invoice_payment", "/v1/invoice_payments", {
        limit,
        fields: payment ? { payment } : {},
      }),
  }),
]
