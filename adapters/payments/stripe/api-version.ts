import type Stripe from "stripe"

/** The API version that the engine requests and the sandbox answers; the SDK's types describe no other. */
export const apiVersion = "2026-10-28.endive" satisfies Stripe.LatestApiVersion
