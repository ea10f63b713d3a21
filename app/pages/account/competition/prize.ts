import { inDollars } from "#content/amounts.ts"

/** A prize of the member. */
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
  withdrawn_because: "disqualified" | "declined" | "unclaimed" | "reordered" | "erased" | null
  /** An operator's reason for a disqualification. */
  withdrawn_reason: string | null
  seasons: { series: string; from_on: string; to_on: string }
}

/** The winner's shipping cost. */
export function shipping(prize: PrizeRow): string {
  if (prize.shipping_cents === 0) return "Shipping is on us."
  if (prize.shipping_paid_at) return "Shipping is paid."
  return `You pay only shipping, ${inDollars(prize.shipping_cents)}, before we send it.`
}

/** Why the member no longer has the prize. */
export function lossOf({ withdrawn_because, withdrawn_reason }: PrizeRow): string {
  switch (withdrawn_because) {
    case "declined":
      return "You declined it, and it went to the next athlete."
    case "unclaimed":
      return "It was not claimed in time, so it went to the next athlete."
    case "reordered":
      return "An athlete with a better result is back in the ranking, so it went to them."
    default:
      return `You were disqualified from this season, so it went to the next athlete.${withdrawn_reason ? ` The reason: ${withdrawn_reason}` : ""} If you disagree, write to us.`
  }
}
