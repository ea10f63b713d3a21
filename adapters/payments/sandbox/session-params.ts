import { z } from "zod"
import { invalid } from "./fault.ts"
import { lineItemsShape } from "./line-items.ts"
import { address, flag, metadata, text, whole } from "./params.ts"
import { type Promotion, promotions } from "./promotions.ts"
import type { LineItem } from "./shapes.ts"
import type { Work } from "./work.ts"

/** The service's limits on `expires_at`, in seconds from now. */
export const expiry = { least: 1800, most: 86_400 }
/** The least amount that the service charges, in cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmount = 50

/** What a checkout session is asked for with. */
export const sessionShape = z.strictObject({
  mode: z.enum(["payment", "subscription"], { error: "must be one of payment or subscription" }),
  ui_mode: z.literal("hosted_page").default("hosted_page"),
  line_items: lineItemsShape,
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: z.email("Invalid email address").max(800).optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: text(1000).optional() })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text(500).optional() })
    .optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  allow_promotion_codes: flag.optional(),
  discounts: z
    .array(z.strictObject({ promotion_code: text().optional(), coupon: text().optional() }))
    .max(1)
    .optional(),
  expires_at: whole.optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  shipping_address_collection: z
    .strictObject({ allowed_countries: z.array(z.string().length(2)).min(1) })
    .optional(),
  consent_collection: z
    .strictObject({ terms_of_service: z.enum(["none", "required"]).optional() })
    .optional(),
  custom_text: z.record(z.string(), z.strictObject({ message: text(1200) })).optional(),
  invoice_creation: z.strictObject({ enabled: flag }).optional(),
  locale: text(10).optional(),
  payment_method_types: z.array(text(40)).optional(),
  customer_update: z.record(z.string(), z.enum(["auto", "never"])).optional(),
})

export type SessionParams = z.output<typeof sessionShape>

/** Refuses parameters that do not go together. */
export function checkTogether(work: Work, given: SessionParams): void {
  const both = (one: keyof SessionParams, other: keyof SessionParams) => {
    if (given[one] === undefined || given[other] === undefined) return
    throw invalid(`You may only specify one of these parameters: ${one}, ${other}.`, { param: other })
  }
  both("customer", "customer_email")
  both("customer", "customer_creation")
  both("allow_promotion_codes", "discounts")
  const onlyIn = (mode: SessionParams["mode"], names: readonly (keyof SessionParams)[]) => {
    for (const name of names) {
      if (given.mode !== mode && given[name] !== undefined)
        throw invalid(`You can not pass \`${name}\` in \`${given.mode}\` mode.`, { param: name })
    }
  }
  onlyIn("payment", ["payment_intent_data", "customer_creation", "invoice_creation"])
  onlyIn("subscription", ["subscription_data"])
  if (given.expires_at === undefined) return
  const seconds = given.expires_at - work.at
  if (seconds < expiry.least)
    throw invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param: "expires_at",
    })
  if (seconds > expiry.most)
    throw invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param: "expires_at",
    })
}

/** Refuses lines that do not fit the mode, and amounts that are too small to charge. */
export function checkLines(given: SessionParams, lines: readonly LineItem[]): void {
  const recurring = lines.filter((line) => line.price.type === "recurring")
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (given.mode === "payment" && recurring.length > 0)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items[0][price]" },
    )
  if (given.mode === "subscription" && recurring.length === 0)
    throw invalid("You must provide at least one recurring price in `subscription` mode when using prices.", {
      param: "line_items",
    })
  if (given.mode === "payment" && total > 0 && total < leastAmount)
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
      param: "line_items",
    })
}

/** The discount that comes with the request. */
export function givenPromotion(given: SessionParams): Promotion | undefined {
  const [discount] = given.discounts ?? []
  const id = discount?.promotion_code ?? discount?.coupon
  if (id === undefined) return undefined
  const found = promotions.find((one) => one.id === id || one.coupon === id)
  if (!found)
    throw invalid(`No such promotion code: '${id}'`, { code: "resource_missing", param: "discounts[0]" })
  return found
}
