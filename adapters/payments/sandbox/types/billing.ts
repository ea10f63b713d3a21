import type Stripe from "stripe"
import type { Price } from "./checkout.ts"
import type { Common, List, Metadata, Select, Test } from "./select.ts"

type SubscriptionItem = Select<
  Stripe.SubscriptionItem,
  | "id"
  | "object"
  | "created"
  | "current_period_start"
  | "current_period_end"
  | "price"
  | "quantity"
  | "subscription",
  { price: Price; quantity: 1 }
>

export type Subscription = Select<
  Stripe.Subscription,
  | Common
  | "metadata"
  | "status"
  | "automatic_tax"
  | "billing_cycle_anchor"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "currency"
  | "customer"
  | "description"
  | "ended_at"
  | "items"
  | "latest_invoice"
  | "start_date",
  Test & {
    status: "active" | "past_due" | "canceled"
    automatic_tax: Pick<Stripe.Subscription.AutomaticTax, "enabled">
    customer: string
    items: Omit<List<SubscriptionItem>, "data"> & { data: [SubscriptionItem] }
    latest_invoice: string | null
  }
>

export type Invoice = Select<
  Stripe.Invoice,
  | Common
  | "amount_due"
  | "amount_paid"
  | "amount_remaining"
  | "attempted"
  | "billing_reason"
  | "currency"
  | "customer"
  | "customer_email"
  | "next_payment_attempt"
  | "parent"
  | "status"
  | "status_transitions"
  | "subtotal"
  | "total"
  | "total_discount_amounts"
  | "total_taxes",
  Test & {
    billing_reason: "subscription_create" | "subscription_cycle"
    customer: string
    customer_email: string | null
    parent: {
      type: "subscription_details"
      subscription_details: { subscription: string; metadata: Metadata }
    }
    status: "open" | "paid"
    status_transitions: Pick<Stripe.Invoice.StatusTransitions, "paid_at">
    total_discount_amounts: { amount: number; discount: string }[]
    total_taxes: []
  }
>

export type InvoicePayment = Select<
  Stripe.InvoicePayment,
  Common | "amount_paid" | "amount_requested" | "currency" | "invoice" | "payment" | "status",
  Test & {
    invoice: string
    payment: { type: "payment_intent"; payment_intent: string }
    status: "open" | "paid"
  }
>

export type PortalSession = Select<
  Stripe.BillingPortal.Session,
  Common | "customer" | "return_url" | "url",
  Test & { customer: string }
>
