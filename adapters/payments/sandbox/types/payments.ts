import type Stripe from "stripe"
import type { Common, Select, Test } from "./select.ts"

export type Customer = Select<
  Stripe.Customer,
  Common | "metadata" | "email" | "name",
  Test & { email: string | null; name: string | null }
>

export type CardError = Select<
  Stripe.PaymentIntent.LastPaymentError,
  "type" | "code" | "decline_code" | "message",
  {
    type: "card_error"
    code: "card_declined" | "debit_not_authorized"
    decline_code: string
    message: string
  }
>

export type PaymentIntent = Select<
  Stripe.PaymentIntent,
  | Common
  | "metadata"
  | "amount"
  | "amount_received"
  | "currency"
  | "customer"
  | "description"
  | "last_payment_error"
  | "latest_charge"
  | "receipt_email"
  | "status",
  Test & {
    customer: string | null
    last_payment_error: CardError | null
    latest_charge: string | null
    status: "requires_payment_method" | "processing" | "succeeded"
  }
>

export type Charge = Select<
  Stripe.Charge,
  | Common
  | "metadata"
  | "amount"
  | "amount_refunded"
  | "currency"
  | "customer"
  | "description"
  | "paid"
  | "payment_intent"
  | "receipt_email"
  | "refunded"
  | "status",
  Test & { customer: string | null; payment_intent: string; status: "succeeded" | "pending" | "failed" }
>

export type Refund = Select<
  Stripe.Refund,
  "id" | "object" | "created" | "amount" | "charge" | "currency" | "payment_intent" | "status",
  { charge: string; payment_intent: string; status: "succeeded" }
>

export type Dispute = Select<
  Stripe.Dispute,
  Common | "payment_intent" | "status",
  Test & { payment_intent: string; status: "needs_response" | "won" | "lost" }
>
