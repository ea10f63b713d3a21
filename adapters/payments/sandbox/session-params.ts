import type Stripe from "stripe"
import { z } from "zod"
import type { Accepted } from "./call.ts"
import { lineItemsShape } from "./line.ts"
import { address, flag, metadata, text } from "./params.ts"

type Params = Stripe.Checkout.SessionCreateParams

/** The parameters for creating a checkout session; any other parameter is refused by name. */
export const sessionShape = z
  .strictObject({
    mode: z.enum(["payment", "subscription"], { error: "must be one of payment or subscription" }),
    line_items: lineItemsShape,
    success_url: address,
    cancel_url: address.optional(),
    client_reference_id: text(200).optional(),
    customer: text().optional(),
    customer_update: z
      .strictObject({ address: z.enum(["auto", "never"]) } satisfies Accepted<Params["customer_update"]>)
      .optional(),
    metadata: metadata.optional(),
    payment_intent_data: z
      .strictObject({
        metadata: metadata.optional(),
        description: text(1000).optional(),
      } satisfies Accepted<Params["payment_intent_data"]>)
      .optional(),
    subscription_data: z
      .strictObject({
        metadata: metadata.optional(),
        description: text(500).optional(),
      } satisfies Accepted<Params["subscription_data"]>)
      .optional(),
    automatic_tax: z.strictObject({ enabled: flag } satisfies Accepted<Params["automatic_tax"]>).optional(),
    allow_promotion_codes: flag.optional(),
    submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).optional(),
    custom_text: z
      .strictObject({
        submit: z.strictObject({ message: text(1200) }).optional(),
      } satisfies Accepted<Params["custom_text"]>)
      .optional(),
  } satisfies Accepted<Params>)
  .superRefine((given, context) => {
    const wrong = given.mode === "payment" ? "subscription_data" : "payment_intent_data"
    if (given[wrong] !== undefined)
      context.addIssue({ code: "custom", path: [wrong], message: `cannot be passed in ${given.mode} mode.` })
  })

export type SessionParams = z.output<typeof sessionShape>
