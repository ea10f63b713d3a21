import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { listing, text } from "./params.ts"
import type { PromotionCode } from "./types/checkout.ts"
import type { List } from "./types/select.ts"

export interface Promotion {
  /** What people type, in capitals. */
  code: string
  id: string
  coupon: string
  percentOff: number
}

/** The sandbox's promotion codes. A discount applies once: for a subscription, to its first invoice. */
export const promotions: readonly Promotion[] = [
  { code: "TEST20", id: "promo_test20", coupon: "co_test20", percentOff: 20 },
  { code: "TEST100", id: "promo_test100", coupon: "co_test100", percentOff: 100 },
]

export function promotionByCode(code: string): Promotion | undefined {
  return promotions.find((promotion) => promotion.code === code.trim().toUpperCase())
}

/** What `promotion` takes off `amount`, rounded to the nearest cent. */
export function discountOf(promotion: Promotion | undefined, amount: number): number {
  return promotion ? Math.round((amount * promotion.percentOff) / 100) : 0
}

export const promotionCalls = [
  defineCall({
    method: "GET",
    path: "/v1/promotion_codes",
    shape: z.strictObject({
      ...listing,
      code: text().optional(),
    } satisfies Accepted<Stripe.PromotionCodeListParams>),
    async answer(_work, { code }): Promise<List<PromotionCode>> {
      const found = promotions.filter((one) => !code || one === promotionByCode(code))
      const data = found.map(
        (one): PromotionCode => ({
          id: one.id,
          object: "promotion_code",
          active: true,
          code: one.code,
          created: 0,
        }),
      )
      return { object: "list", data, has_more: false, url: "/v1/promotion_codes" }
    },
  }),
]
