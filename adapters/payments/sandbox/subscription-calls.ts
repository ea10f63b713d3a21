import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { flag } from "./params.ts"
import { get } from "./store.ts"
import { cancelAtPeriodEnd, endSubscription } from "./subscriptions.ts"
import type { Subscription } from "./types/billing.ts"

const path = "/v1/subscriptions/:id"

export const subscriptionCalls = [
  defineCall({
    method: "GET",
    path,
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await get<Subscription>(work, "subscription", id)).data,
  }),
  defineCall({
    method: "POST",
    path,
    shape: z.strictObject({ cancel_at_period_end: flag } satisfies Accepted<Stripe.SubscriptionUpdateParams>),
    answer: (work, { cancel_at_period_end }, id) => cancelAtPeriodEnd(work, id, cancel_at_period_end),
  }),
  defineCall({
    method: "DELETE",
    path,
    shape: z.strictObject({}),
    answer: (work, _params, id) => endSubscription(work, id),
  }),
]
