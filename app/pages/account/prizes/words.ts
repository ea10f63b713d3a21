import { inDollars } from "#content/amounts.ts"
import type { OwnPrize } from "#domain/competition/seasons/own-prizes.ts"

/** The winner's shipping cost. */
export function shipping({ shippingCents, shippingPaid }: OwnPrize): string {
  if (shippingCents === 0) return "Shipping is on us."
  if (shippingPaid) return "Shipping is paid."
  return `You pay only shipping, ${inDollars(shippingCents)}, before we send it.`
}

/** Why the member no longer has the prize. */
export function lossOf({ withdrawnBecause, withdrawnReason }: OwnPrize): string {
  switch (withdrawnBecause) {
    case "declined":
      return "You declined it, and it went to the next athlete."
    case "unclaimed":
      return "It was not claimed in time, so it went to the next athlete."
    case "reordered":
      return "An athlete with a better result is back in the ranking and gets it instead."
    default:
      return `You were disqualified from this season, so it went to the next athlete.${withdrawnReason ? ` The reason: ${withdrawnReason}` : ""} If you disagree, write to us.`
  }
}
