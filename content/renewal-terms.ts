/**
 * Stands beside the button of everything that renews by itself, and on the payment page (California's automatic renewal
 * law wants them near the button, and the way out named).
 * @param amount in words: "$14.99", "the amount you choose"
 */
export function renewalTerms(amount: string): string {
  return `You pay ${amount} today and again every month until you cancel. Cancel at any time on your account page or through the link in your receipt; it then ends with the month that is paid for.`
}

/**
 * The words of the box that is ticked before anything that renews by itself is bought; unticked when the page opens.
 * @param amount in words: "$14.99", "the amount I choose"
 */
export function renewalConsent(amount: string): string {
  return `I agree to pay ${amount} today and again every month until I cancel.`
}

/** Stands in terms and box where the buyer has yet to choose an amount. */
export const chosenAmount = { terms: "the amount you choose", box: "the amount I choose" }

/** What a buyer has agreed to by ticking the box, word for word as the page shows it: the terms beside it, and its words. */
export function agreedRenewal(amount: { terms: string; box: string }): string {
  return `${renewalTerms(amount.terms)} ${renewalConsent(amount.box)}`
}

/** Shown where a form was sent without the box ticked, which browsers do not let happen. */
export const renewalNotAgreed =
  "This renews every month. Go back, tick the box beside the button to agree to that, and press the button again."
