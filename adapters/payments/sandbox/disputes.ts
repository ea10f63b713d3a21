import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { listing, text } from "./params.ts"
import { list } from "./store.ts"
import type { Dispute } from "./types/payments.ts"

/** The adapter reads disputes with every payment, but nothing in the sandbox creates one. */
export const disputeCalls = [
  defineCall({
    method: "GET",
    path: "/v1/disputes",
    shape: z.strictObject({
      ...listing,
      payment_intent: text().optional(),
    } satisfies Accepted<Stripe.DisputeListParams>),
    answer: (work, { payment_intent, limit }) =>
      list<Dispute>(work, "dispute", "/v1/disputes", { limit, fields: { payment_intent } }),
  }),
]
