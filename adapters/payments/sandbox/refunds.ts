import { z } from "zod"
import { defineCall } from "./call.ts"
import { tell } from "./events.ts"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { listing, mergeMetadata, metadata, text, whole } from "./params.ts"
import type { Charge, Dispute, PaymentIntent, Refund } from "./shapes.ts"
import { keep, list, must } from "./store.ts"
import type { Work } from "./work.ts"

const shape = z.strictObject({
  charge: text().optional(),
  payment_intent: text().optional(),
  amount: whole.pipe(z.number().min(1, "must be at least 1")).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
})

/** Gives money of a charge back: all that is left, or `amount`. */
export async function refund(work: Work, given: z.output<typeof shape>): Promise<Refund> {
  const { data: before } = await chargeOf(work, given)
  const left = before.amount - before.amount_refunded
  if (!before.paid) throw invalid(`Charge ${before.id} has not been paid.`, { code: "charge_not_refundable" })
  if (before.disputed)
    throw invalid(`Charge ${before.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    })
  if (left === 0)
    throw invalid(`Charge ${before.id} has already been refunded.`, { code: "charge_already_refunded" })
  const amount = given.amount ?? left
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
      code: "amount_too_large",
    })
  const made = await keep<Refund>(work, {
    id: newId("re"),
    object: "refund",
    created: work.at,
    metadata: mergeMetadata({}, given.metadata),
    amount,
    charge: before.id,
    currency: before.currency,
    customer: before.customer,
    payment_intent: before.payment_intent,
    reason: given.reason ?? null,
    receipt_number: null,
    status: "succeeded",
  })
  const amount_refunded = before.amount_refunded + amount
  const charge = await keep<Charge>(work, {
    ...before,
    amount_refunded,
    refunded: amount_refunded === before.amount,
  })
  await tell(work, "refund.created", made)
  await tell(work, "charge.refunded", charge, { amount_refunded: before.amount_refunded })
  return made
}

async function chargeOf(work: Work, given: z.output<typeof shape>) {
  if (given.charge !== undefined) return await must<Charge>(work, "charge", given.charge, "charge")
  if (given.payment_intent === undefined)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    )
  const { data } = await must<PaymentIntent>(work, "payment_intent", given.payment_intent, "payment_intent")
  if (data.status !== "succeeded" || !data.latest_charge)
    throw invalid(`The PaymentIntent ${data.id} does not have a successful charge to refund.`)
  return await must<Charge>(work, "charge", data.latest_charge)
}

/** The cardholder's bank takes the money back. */
export async function dispute(work: Work, chargeId: string): Promise<Dispute> {
  const { data: before } = await must<Charge>(work, "charge", chargeId, "charge")
  if (!before.paid || before.disputed) throw invalid(`Charge ${before.id} cannot be disputed.`)
  const made = await keep<Dispute>(work, {
    id: newId("du"),
    object: "dispute",
    created: work.at,
    livemode: false,
    metadata: {},
    amount: before.amount - before.amount_refunded,
    charge: before.id,
    currency: before.currency,
    payment_intent: before.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
    is_charge_refundable: false,
  })
  await keep<Charge>(work, { ...before, disputed: true })
  await tell(work, "charge.dispute.created", made)
  return made
}

/** What the bank decided: after "won" the money is ours again. */
export async function closeDispute(work: Work, id: string, status: "won" | "lost"): Promise<Dispute> {
  const { data } = await must<Dispute>(work, "dispute", id)
  if (data.status !== "needs_response") throw invalid(`Dispute ${id} is closed.`)
  const closed = await keep<Dispute>(work, { ...data, status })
  await tell(work, "charge.dispute.closed", closed)
  return closed
}

export const refundCalls = [
  defineCall({ method: "POST", path: "/v1/refunds", shape, answer: refund }),
  defineCall({
    method: "GET",
    path: "/v1/refunds",
    shape: z.strictObject({ ...listing, charge: text().optional(), payment_intent: text().optional() }),
    answer: (work, { charge, payment_intent, ...listing }) =>
      list(work, "refund", "/v1/refunds", { listing, fields: { charge, payment_intent } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/refunds/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "refund", id)).data,
  }),
  defineCall({
    method: "GET",
    path: "/v1/disputes",
    shape: z.strictObject({ ...listing, charge: text().optional(), payment_intent: text().optional() }),
    answer: (work, { charge, payment_intent, ...listing }) =>
      list(work, "dispute", "/v1/disputes", { listing, fields: { charge, payment_intent } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/disputes/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "dispute", id)).data,
  }),
]
