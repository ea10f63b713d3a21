import type Stripe from "stripe"
import { z } from "zod"
import { invalid } from "./api-error.ts"
import type { Accepted } from "./call.ts"
import { newId } from "./new-id.ts"
import { text, whole } from "./params.ts"
import { discountOf, type Promotion } from "./promotions.ts"
import type { LineItem, Price } from "./types/checkout.ts"
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
    .strictObject({
      interval: z.enum(["day", "week", "month", "year"]),
      interval_count: whole.pipe(z.number().min(1).max(1095)).default(1),
    } satisfies Accepted<PriceParams["recurring"]>)
    .optional(),
  tax_behavior: z.enum(["inclusive", "exclusive", "unspecified"]).default("unspecified"),
} satisfies Accepted<PriceParams>)

export const lineItemsShape = z
  .array(
    z.strictObject({
      price_data: priceData,
      quantity: whole.pipe(z.number().min(1, "must be at least 1").max(999_999)).default(1),
    } satisfies Accepted<LineParams>),
  )
  .min(1, "must not be empty")
  .max(100)

type GivenLine = z.output<typeof lineItemsShape>[number]

/** The lines with their prices and amounts, before any discount. */
export function createLineItems(work: UnitOfWork, given: readonly GivenLine[]): LineItem[] {
  return given.map(({ price_data, quantity }) => {
    const price = createPrice(work, price_data)
    const amount = price.unit_amount * quantity
    return {
      id: newId("li"),
      object: "item",
      amount_discount: 0,
      amount_subtotal: amount,
      amount_total: amount,
      currency: price.currency,
      description: price_data.product_data.name,
      price,
      quantity,
    }
  })
}

function createPrice(work: UnitOfWork, data: GivenLine["price_data"]): Price {
  return {
    id: newId("price"),
    object: "price",
    created: work.at,
    livemode: false,
    currency: data.currency,
    recurring: data.recurring ? { ...data.recurring, usage_type: "licensed" } : null,
    tax_behavior: data.tax_behavior,
    type: data.recurring ? "recurring" : "one_time",
    unit_amount: data.unit_amount,
    unit_amount_decimal: String(data.unit_amount),
  }
}

/** The least amount that Stripe charges, in cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmount = 50

/** Refuses lines that do not fit the mode, and amounts that are too small to charge. */
export function checkLineItems(mode: "payment" | "subscription", lines: readonly LineItem[]): void {
  const recurring = lines.filter((line) => line.price.type === "recurring")
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (mode === "payment" && recurring.length > 0)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items[0][price]" },
    )
  if (mode === "subscription" && recurring.length === 0)
    throw invalid("You must provide at least one recurring price in `subscription` mode when using prices.", {
      param: "line_items",
    })
  if (mode === "payment" && total > 0 && total < leastAmount)
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
      param: "line_items",
    })
}

/** The lines with a promotion's discount, distributed so that the parts add up to the whole to the cent. */
export function withDiscount(lines: readonly LineItem[], promotion: Promotion | undefined): LineItem[] {
  let left = discountOf(
    promotion,
    lines.reduce((sum, line) => sum + line.amount_subtotal, 0),
  )
  return lines.map((line, at) => {
    const part = at === lines.length - 1 ? left : Math.min(left, discountOf(promotion, line.amount_subtotal))
    left -= part
    return { ...line, amount_discount: part, amount_total: line.amount_subtotal - part }
  })
}
