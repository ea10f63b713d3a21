import { z } from "zod"
import { defineCall } from "./call.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { find, get, save } from "./store.ts"
import type { CardError, Charge, PaymentIntent } from "./types/payments.ts"
import type { Metadata } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** The outcome of an attempt to charge: a bank debit is `pending` for days, in the sandbox for seconds. */
type ChargeOutcome = "succeeded" | "failed" | "pending"

interface ChargeRequest {
  amount: number
  currency: string
  customer: string | null
  email: string | null
  description: string | null
  metadata: Metadata
  /** The payment intent of an earlier attempt that failed. */
  paymentIntent?: string | null
}

const declined: CardError = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
}

const debitRefused: CardError = {
  ...declined,
  code: "debit_not_authorized",
  message: "The bank did not allow the debit.",
}

const intentEvents = {
  succeeded: "payment_intent.succeeded",
  failed: "payment_intent.payment_failed",
  pending: "payment_intent.processing",
} as const

const intentStatus = {
  succeeded: "succeeded",
  failed: "requires_payment_method",
  pending: "processing",
} as const

/** One attempt to charge: the payment intent and its charge, with their events. */
export async function attemptCharge(
  work: UnitOfWork,
  request: ChargeRequest,
  outcome: ChargeOutcome,
): Promise<PaymentIntent> {
  const { amount, currency, customer, email, description, metadata } = request
  const earlier = request.paymentIntent
    ? (await get<PaymentIntent>(work, "payment_intent", request.paymentIntent)).data
    : null
  const id = earlier?.id ?? newId("pi")
  const about = { amount, currency, customer, description, metadata, receipt_email: email }
  const charge = await save<Charge>(work, {
    ...about,
    id: newId("ch"),
    object: "charge",
    created: work.at,
    livemode: false,
    amount_refunded: 0,
    paid: outcome === "succeeded",
    payment_intent: id,
    refunded: false,
    status: outcome,
  })
  const fresh: PaymentIntent = {
    ...about,
    id,
    object: "payment_intent",
    created: earlier?.created ?? work.at,
    livemode: false,
    amount_received: 0,
    last_payment_error: null,
    latest_charge: null,
    status: "requires_payment_method",
  }
  const intent = await save<PaymentIntent>(work, {
    ...fresh,
    amount_received: outcome === "succeeded" ? amount : 0,
    last_payment_error: outcome === "failed" ? declined : null,
    latest_charge: charge.id,
    status: intentStatus[outcome],
  })
  if (!earlier) await emit(work, "payment_intent.created", fresh)
  await emit(work, `charge.${outcome}`, charge)
  await emit(work, intentEvents[outcome], intent)
  return intent
}

/** Settles a pending payment according to the bank's decision. */
export async function settleCharge(
  work: UnitOfWork,
  paymentIntent: string,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const { data: before } = await get<PaymentIntent>(work, "payment_intent", paymentIntent)
  const latest = before.latest_charge ? await find<Charge>(work, "charge", before.latest_charge) : null
  if (!latest) throw new Error(`${paymentIntent} has no charge`)
  const paid = outcome === "succeeded"
  const charge = await save<Charge>(work, { ...latest.data, paid, status: outcome })
  const intent = await save<PaymentIntent>(work, {
    ...before,
    status: intentStatus[outcome],
    amount_received: paid ? before.amount : 0,
    last_payment_error: paid ? null : debitRefused,
  })
  await emit(work, `charge.${outcome}`, charge)
  await emit(work, intentEvents[outcome], intent)
}

export const chargeCalls = [
  defineCall({
    method: "GET",
    path: "/v1/payment_intents/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await get<PaymentIntent>(work, "payment_intent", id)).data,
  }),
]
