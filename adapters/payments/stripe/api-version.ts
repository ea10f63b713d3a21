import type Stripe from "stripe"

/** The API version that the adapter requests and the sandbox implements; the SDK's types describe only this one. */
export const apiVersion = "2026-10-28.endive" satisfies Stripe.LatestApiVersion
