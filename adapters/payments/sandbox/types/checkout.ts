import type Stripe from "stripe"
import type { Common, Metadata, Select, Test } from "./select.ts"

type Recurring = Select<
  Stripe.Price.Recurring,
  "interval" | "interval_count" | "usage_type",
  { interval: "month"; interval_count: 1; usage_type: "licensed" }
>

export type Price = Select<
  Stripe.Price,
  Common | "currency" | "recurring" | "tax_behavior" | "type" | "unit_amount" | "unit_amount_decimal",
  Test & {
    recurring: Recurring | null
    tax_behavior: "inclusive" | "exclusive" | "unspecified"
    type: "one_time" | "recurring"
    unit_amount: number
    unit_amount_decimal: string
  }
>

type Discount = Select<
  Stripe.Checkout.Session.Discount,
  "coupon" | "promotion_code",
  { coupon: string; promotion_code: string }
>

export type Session = Select<
  Stripe.Checkout.Session,
  | Common
  | "metadata"
  | "mode"
  | "status"
  | "payment_status"
  | "url"
  | "success_url"
  | "cancel_url"
  | "expires_at"
  | "currency"
  | "amount_subtotal"
  | "amount_total"
  | "total_details"
  | "automatic_tax"
  | "allow_promotion_codes"
  | "discounts"
  | "client_reference_id"
  | "customer"
  | "customer_email"
  | "customer_details"
  | "custom_text"
  | "invoice"
  | "payment_intent"
  | "submit_type"
  | "subscription",
  Test & {
    metadata: Metadata
    mode: "payment" | "subscription"
    status: "open" | "complete" | "expired"
    payment_status: "paid" | "unpaid" | "no_payment_required"
    success_url: string
    currency: string
    amount_subtotal: number
    amount_total: number
    total_details: Pick<
      NonNullable<Stripe.Checkout.Session["total_details"]>,
      "amount_discount" | "amount_shipping" | "amount_tax"
    >
    automatic_tax: Pick<Stripe.Checkout.Session.AutomaticTax, "enabled" | "status">
    discounts: Discount[]
    customer: string | null
    customer_email: null
    customer_details: Pick<Stripe.Checkout.Session.CustomerDetails, "email" | "name"> | null
    custom_text: { submit: { message: string } | null }
    invoice: string | null
    payment_intent: string | null
    subscription: string | null
  }
>
