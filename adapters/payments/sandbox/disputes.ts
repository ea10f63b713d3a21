import type Stripe from "stripe"
import { z } from "zod"
import { invalid } from "./api-error.ts"
import { type Accepted, defineCall } from "./call.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { listing, text } from "./params.ts"
import { get, list, save } from "./store.ts"
import type { Charge, Dispute } from "./types/payments.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Opens a dispute: the cardholder's bank takes the money back. */
export async function openDispute(work: UnitOfWork, chargeId: string): Promise<Dispute> {
  const { data: charge } = await get<Charge>(work, "charge", chargeId, "charge")
  if (!charge.paid || charge.disputed) throw invalid(`Charge ${charge.id} cannot be disputed.`)
  const dispute = await save<Dispute>(work, {
    id: newId("du"),
    object: "dispute",
    created: work.at,
    livemode: false,
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  })
  await save<Charge>(work, { ...charge, disputed: true })
  await emit(work, "charge.dispute.created", dispute)
  return dispute
}

/** Closes a dispute as the bank decided: after "won" the money is the seller's again. */
export async function closeDispute(work: UnitOfWork, id: string, status: "won" | "lost"): Promise<Dispute> {
  const { data } = await get<Dispute>(work, "dispute", id)
  if (data.status !== "needs_response") throw invalid(`Dispute ${id} is closed.`)
  const closed = await save<Dispute>(work, { ...data, status })
  await emit(work, "charge.dispute.closed", closed)
  return closed
}

export const disputeCalls = [
  defineCall({
    method: "GET",
    path: "/v1/disputes",
    shape: z.strictObject({
      ...listing,
      payment_intent: text().optional(),
    } satisfies Accepted<Stripe.DisputeListParams>),
    answer: (work, { payment_intent, ...listing }) =>
      list<Dispute>(work, "dispute", "/v1/disputes", { listing, fields: { payment_intent } }),
  }),
]
