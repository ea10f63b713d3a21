import type Stripe from "stripe"
import { z } from "zod"
import { invalid } from "./api-error.ts"
import { type Accepted, defineCall } from "./call.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { text, whole } from "./params.ts"
import { get, save } from "./store.ts"
import type { Charge, PaymentIntent, Refund } from "./types/payments.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Refunds `amount` of a charge, or the entire remainder. */
async function refundCharge(work: UnitOfWork, chargeId: string, amount?: number): Promise<Refund> {
  const { data: before } = await get<Charge>(work, "charge", chargeId, "charge")
  const refundable = refundableAmount(before, amount)
  const refund = await save<Refund>(work, {
    id: newId("re"),
    object: "refund",
    created: work.at,
    amount: refundable,
    charge: before.id,
    currency: before.currency,
    payment_intent: before.payment_intent,
    status: "succeeded",
  })
  const amount_refunded = before.amount_refunded + refundable
  const charge = await save<Charge>(work, {
    ...before,
    amount_refunded,
    refunded: amount_refunded === before.amount,
  })
  await emit(work, "refund.created", refund)
  await emit(work, "charge.refunded", charge, { amount_refunded: before.amount_refunded })
  return refund
}

function refundableAmount(charge: Charge, amount?: number): number {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid) throw invalid(`Charge ${charge.id} has not been paid.`, { code: "charge_not_refundable" })
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" })
  if (amount !== undefined && amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
      code: "amount_too_large",
    })
  return amount ?? left
}

const shape = z.strictObject({
  payment_intent: text(),
  amount: whole.pipe(z.number().min(1, "must be at least 1")).optional(),
} satisfies Accepted<Stripe.RefundCreateParams>)

export const refundCalls = [
  defineCall({
    method: "POST",
    path: "/v1/refunds",
    shape,
    async answer(work, { payment_intent, amount }) {
      const { data } = await get<PaymentIntent>(work, "payment_intent", payment_intent, "payment_intent")
      if (data.status !== "succeeded" || !data.latest_charge)
        throw invalid(`The PaymentIntent ${data.id} does not have a successful charge to refund.`)
      return await refundCharge(work, data.latest_charge, amount)
    },
  }),
]
