import { z } from "zod"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { address, currency, metadata, text, whole } from "./params.ts"
import { discountOf, type Promotion } from "./promotions.ts"
import type { LineItem, Price, Product } from "./shapes.ts"
import { keep, must } from "./store.ts"
import type { Work } from "./work.ts"

const priceData = z.strictObject({
  currency,
  unit_amount: whole.pipe(z.number().min(0, "must not be negative").max(99_999_999, "at most 99999999")),
  product: text().optional(),
  product_data: z
    .strictObject({
      name: text(250),
      description: text(5000).optional(),
      images: z.array(address).max(8).optional(),
      metadata: metadata.optional(),
      tax_code: text(20).optional(),
    })
    .optional(),
  recurring: z
    .strictObject({
      interval: z.enum(["day", "week", "month", "year"]),
      interval_count: whole.pipe(z.number().min(1).max(1095)).default(1),
    })
    .optional(),
  tax_behavior: z.enum(["inclusive", "exclusive", "unspecified"]).default("unspecified"),
})

export const lineItemsShape = z
  .array(
    z.strictObject({
      price: text().optional(),
      price_data: priceData.optional(),
      quantity: whole.pipe(z.number().min(1, "must be at least 1").max(999_999)).default(1),
    }),
  )
  .min(1, "must not be empty")
  .max(100)

type GivenLine = z.output<typeof lineItemsShape>[number]

/** Makes the products and prices that the lines describe, and answers the lines with their amounts. */
export async function makeLineItems(work: Work, given: readonly GivenLine[]): Promise<LineItem[]> {
  const lines: LineItem[] = []
  for (const [at, line] of given.entries()) {
    const { price, product } = await priceOf(work, line, `line_items[${at}]`)
    const amount = price.unit_amount * line.quantity
    lines.push({
      id: newId("li"),
      object: "item",
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product.name,
      metadata: {},
      price,
      quantity: line.quantity,
    })
  }
  if (new Set(lines.map((line) => line.currency)).size > 1)
    throw invalid("All line items must have the same currency.", { param: "line_items" })
  return lines
}

async function priceOf(
  work: Work,
  line: GivenLine,
  param: string,
): Promise<{ price: Price; product: Product }> {
  if (line.price !== undefined) {
    const { data: price } = await must<Price>(work, "price", line.price, `${param}[price]`)
    return { price, product: (await must<Product>(work, "product", price.product)).data }
  }
  const data = line.price_data
  if (!data) throw invalid(`Missing required param: ${param}[price].`, { code: "parameter_missing", param })
  const product = await productOf(work, data, `${param}[price_data]`)
  const price = await keep<Price>(work, {
    id: newId("price"),
    object: "price",
    created: work.at,
    livemode: false,
    metadata: {},
    active: false,
    billing_scheme: "per_unit",
    currency: data.currency,
    product: product.id,
    recurring: data.recurring ? { ...data.recurring, usage_type: "licensed" } : null,
    tax_behavior: data.tax_behavior,
    type: data.recurring ? "recurring" : "one_time",
    unit_amount: data.unit_amount,
    unit_amount_decimal: String(data.unit_amount),
  })
  return { price, product }
}

async function productOf(work: Work, data: z.output<typeof priceData>, param: string): Promise<Product> {
  if (data.product !== undefined)
    return (await must<Product>(work, "product", data.product, `${param}[product]`)).data
  const given = data.product_data
  if (!given)
    throw invalid(`You must specify either \`product\` or \`product_data\` in ${param}.`, {
      code: "parameter_missing",
      param,
    })
  return await keep<Product>(work, {
    id: newId("prod", 14),
    object: "product",
    created: work.at,
    livemode: false,
    metadata: given.metadata ?? {},
    active: false,
    name: given.name,
    description: given.description ?? null,
    images: given.images ?? [],
    tax_code: given.tax_code ?? null,
    type: "service",
    updated: work.at,
  })
}

/** The lines with a promotion's discount, spread so that the parts add up to the whole to the cent. */
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
