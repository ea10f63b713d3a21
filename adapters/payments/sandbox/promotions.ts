export interface Promotion {
  /** The code that customers enter, in capitals. */
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

/** The discount of `promotion` on `amount`, rounded to the nearest cent. */
export function discountOf(promotion: Promotion | undefined, amount: number): number {
  return promotion ? Math.round((amount * promotion.percentOff) / 100) : 0
}
