import { inDollars } from "#content/amounts.ts"

/** A prize of the member's. */
export interface PrizeRow {
  id: number
  place: number
  title: string
  status: "awarded" | "claimed" | "shipped" | "withdrawn"
  shipping_cents: number
  shipping_paid_at: string | null
  claim_until: string
  address: Record<string, string | null> | null
  tracking: string | null
  withdrawn_reason: string | null
  seasons: { series: string; from_on: string; to_on: string }
}

/** What sending it costs the winner. */
export function shipping(prize: PrizeRow): string {
  if (prize.shipping_cents === 0) return "Shipping is on us."
  if (prize.shipping_paid_at) return "Shipping is paid."
  return `You pay only the shipping, ${inDollars(prize.shipping_cents)}, before it is sent.`
}
