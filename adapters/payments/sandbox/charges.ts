import { z } from "zod"
import { defineCall } from "./call.ts"
import { tell } from "./events.ts"
import { newId } from "./ids.ts"
import { listing, text } from "./params.ts"
import type { CardFault, Charge, Metadata, PaymentIntent } from "./shapes.ts"
import { keep, list, must, open } from "./store.ts"
import type { Work } from "./work.ts"

/** How an attempt to take money ends: a bank debit is `pending` for days, in the sandbox for seconds. */
export type ChargeOutcome = "succeeded" | "failed" | "pending"

export interface Wanted {
  amount: number
  currency: string
  customer: string | null
  email: string | null
  name: string | null
  description: string | null
  metadata: Metadata
  /** A payment whose earlier attempt failed. */
  paymentIntent?: string | null
}

const declined: CardFault = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
}

/** One attempt to take money: the payment and its charge, with their events. */
export async function attemptCharge(
  work: Work,
  wanted: Wanted,
  outcome: ChargeOutcome,
): Promise<{ intent: PaymentIntent; charge: Charge }> {
  const earlier = wanted.paymentIntent
    ? (await must<PaymentIntent>(work, "payment_intent", wanted.paymentIntent)).data
    : null
  const id = earlier?.id ?? newId("pi")
  const paid = outcome === "succeeded"
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    created: work.at,
    livemode: false,
    metadata: wanted.metadata,
    amount: wanted.amount,
    amount_captured: paid ? wanted.amount : 0,
    amount_refunded: 0,
    billing_details: { email: wanted.email, name: wanted.name, phone: null, address: null },
    captured: outcome !== "failed",
    currency: wanted.currency,
    customer: wanted.customer,
    description: wanted.description,
    disputed: false,
    failure_code: outcome === "failed" ? declined.code : null,
    failure_message: outcome === "failed" ? declined.message : null,
    paid,
    payment_intent: id,
    payment_method: newId("pm"),
    payment_method_details: methodDetails(outcome),
    receipt_email: wanted.email,
    receipt_url: null,
    refunded: false,
    status: outcome,
  }
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    created: earlier?.created ?? work.at,
    livemode: false,
    metadata: wanted.metadata,
    amount: wanted.amount,
    amount_capturable: 0,
    amount_received: paid ? wanted.amount : 0,
    capture_method: "automatic",
    confirmation_method: "automatic",
    client_secret: earlier?.client_secret ?? newId(`${id}_secret`),
    currency: wanted.currency,
    customer: wanted.customer,
    description: wanted.description,
    last_payment_error: outcome === "failed" ? declined : null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: outcome === "failed" ? null : charge.payment_method,
    payment_method_types: [outcome === "pending" ? "us_bank_account" : "card"],
    receipt_email: wanted.email,
    status: statusOf(outcome),
  }
  await keep(work, charge)
  await keep(work, intent)
  if (!earlier) await tell(work, "payment_intent.created", { ...intent, ...untouched })
  await tell(work, `charge.${outcome}`, charge)
  await tell(work, intentEvents[outcome], intent)
  return { intent, charge }
}

/** What became of a pending payment. */
export async function settleCharge(
  work: Work,
  paymentIntent: string,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const { data: before } = await must<PaymentIntent>(work, "payment_intent", paymentIntent)
  const kept = before.latest_charge ? await open<Charge>(work, "charge", before.latest_charge) : null
  if (!kept) throw new Error(`${paymentIntent} has no charge`)
  const paid = outcome === "succeeded"
  const fault = { ...declined, code: "debit_not_authorized", message: "The bank did not allow the debit." }
  const charge = await keep<Charge>(work, {
    ...kept.data,
    paid,
    status: outcome,
    amount_captured: paid ? before.amount : 0,
    failure_code: paid ? null : fault.code,
    failure_message: paid ? null : fault.message,
  })
  const intent = await keep<PaymentIntent>(work, {
    ...before,
    status: statusOf(outcome),
    amount_received: paid ? before.amount : 0,
    last_payment_error: paid ? null : fault,
  })
  await tell(work, `charge.${outcome}`, charge)
  await tell(work, intentEvents[outcome], intent)
}

const untouched = {
  status: "requires_payment_method",
  latest_charge: null,
  amount_received: 0,
  last_payment_error: null,
  payment_method: null,
}

const intentEvents = {
  succeeded: "payment_intent.succeeded",
  failed: "payment_intent.payment_failed",
  pending: "payment_intent.processing",
} as const

function statusOf(outcome: ChargeOutcome): PaymentIntent["status"] {
  if (outcome === "failed") return "requires_payment_method"
  return outcome === "pending" ? "processing" : "succeeded"
}

/** The card that every integration's examples pay with. */
function methodDetails(outcome: ChargeOutcome): object {
  if (outcome === "pending") return { type: "us_bank_account", us_bank_account: { last4: "6789" } }
  const last4 = outcome === "failed" ? "0002" : "4242"
  return { type: "card", card: { brand: "visa", last4, exp_month: 12, exp_year: 2034, funding: "credit" } }
}

export const chargeCalls = [
  defineCall({
    method: "GET",
    path: "/v1/payment_intents",
    shape: z.strictObject({ ...listing, customer: text().optional() }),
    answer: (work, { customer, ...listing }) =>
      list(work, "payment_intent", "/v1/payment_intents", { listing, fields: { customer } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/payment_intents/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "payment_intent", id)).data,
  }),
  defineCall({
    method: "GET",
    path: "/v1/charges",
    shape: z.strictObject({
      ...listing,
      customer: text().optional(),
      payment_intent: text().optional(),
    }),
    answer: (work, { customer, payment_intent, ...listing }) =>
      list(work, "charge", "/v1/charges", { listing, fields: { customer, payment_intent } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/charges/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "charge", id)).data,
  }),
]
