import type Stripe from "stripe"
import { z } from "zod"
import { invalid } from "./api-error.ts"
import type { Accepted } from "./call.ts"
import { newId } from "./new-id.ts"
import { text, whole } from "./params.ts"
import type { Price } from "./types/checkout.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

type LineParams = Stripe.Checkout.SessionCreateParams.LineItem
type PriceParams = NonNullable<LineParams["price_data"]>

const priceData = z.strictObject({
  currency: z.literal("usd", { error: "The payments sandbox charges in usd only" }),
  unit_amount: whole.pipe(z.number().min(0, "must not be negative").max(99_999_999, "at most 99999999")),
  product_data: z.strictObject({
    name: text(250),
    description: text(5000).optional(),
  } satisfies Accepted<PriceParams["product_data"]>),
  recurring: z
    .strictObject({ interval: z.literal("month") } satisfies Accepted<PriceParams["recurring"]>)
    .optional(),
  tax_behavior: z.enum(["inclusive", "exclusive", "unspecified"]).default("unspecified"),
} satisfies Accepted<PriceParams>)

/** The purchased item. The shop sells one item at a time. */
export const lineItemsShape = z.tuple(
  [z.strictObject({ price_data: priceData, quantity: z.literal("1") } satisfies Accepted<LineParams>)],
  { error: "must have one line" },
)

type PriceData = z.output<typeof priceData>

/** The purchased item, with its price before any discount. */
export interface Line {
  name: string
  price: Price
}

export function createLine(work: UnitOfWork, data: PriceData): Line {
  const price: Price = {
    id: newId("price"),
    object: "price",
    created: work.at,
    livemode: false,
    currency: data.currency,
    recurring: data.recurring ? { interval: "month", interval_count: 1, usage_type: "licensed" } : null,
    tax_behavior: data.tax_behavior,
    type: data.recurring ? "recurring" : "one_time",
    unit_amount: data.unit_amount,
    unit_amount_decimal: String(data.unit_amount),
  }
  return { name: data.product_data.name, price }
}

/**
 * The minimum amount that Stripe charges, in cents
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const leastAmount = 50

/** Refuses a line item that does not fit the mode, and an amount below the minimum. */
export function checkLine(mode: "payment" | "subscription", { price }: Line): void {
  if (mode === "payment" && price.recurring)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items[0][price]" },
    )
  if (mode === "subscription" && !price.recurring)
    throw invalid("You must provide at least one recurring price in `subscription` mode when using prices.", {
      param: "line_items",
    })
  if (mode === "payment" && price.unit_amount > 0 && price.unit_amount < leastAmount)
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
      param: "line_items",
    })
}
