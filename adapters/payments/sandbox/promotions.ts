import { z } from "zod"
import { defineCall } from "./call.ts"
import { missing } from "./fault.ts"
import { listing, text } from "./params.ts"

export interface Promotion {
  /** What people type, in capitals. */
  code: string
  id: string
  coupon: string
  percentOff: number
}

/** The codes of the sandbox. The discount counts once: for a subscription, on its first invoice. */
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

const coupon = (promotion: Promotion) => ({
  id: promotion.coupon,
  object: "coupon",
  amount_off: null,
  created: 0,
  currency: null,
  duration: "once",
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: `${promotion.percentOff}% off`,
  percent_off: promotion.percentOff,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
})

const promotionCode = (promotion: Promotion) => ({
  id: promotion.id,
  object: "promotion_code",
  active: true,
  code: promotion.code,
  created: 0,
  customer: null,
  expires_at: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  promotion: { type: "coupon", coupon: promotion.coupon },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: 0,
})

/** Both are the same for everybody and never change, so they are not kept. */
export function promotionObject(id: string): object | null {
  const byCode = promotions.find((promotion) => promotion.id === id)
  if (byCode) return promotionCode(byCode)
  const byCoupon = promotions.find((promotion) => promotion.coupon === id)
  return byCoupon ? coupon(byCoupon) : null
}

export const promotionCalls = [
  defineCall({
    method: "GET",
    path: "/v1/promotion_codes",
    shape: z.strictObject({
      ...listing,
      code: text().optional(),
      active: z.enum(["true", "false"]).default("true"),
    }),
    async answer(_work, { code, active }) {
      const found = promotions.filter((one) => active === "true" && (!code || one === promotionByCode(code)))
      return { object: "list", data: found.map(promotionCode), has_more: false, url: "/v1/promotion_codes" }
    },
  }),
  ...(["promotion_codes", "coupons"] as const).map((kind) =>
    defineCall({
      method: "GET",
      path: `/v1/${kind}/:id`,
      shape: z.strictObject({}),
      async answer(_work, _params, id) {
        const found = promotionObject(id)
        if (!found) throw missing(kind.replace("_", " ").replace(/s$/, ""), id)
        return found
      },
    }),
  ),
]
