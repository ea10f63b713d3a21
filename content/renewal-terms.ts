/**
 * Shown next to the button of everything that renews automatically, and on the payment page (California's automatic renewal
 * law requires the terms near the button, including how to cancel).
 * @param amount in words: "$14.99", "the amount you choose"
 */
export function renewalTerms(amount: string): string {
  return `You pay ${amount} today and again every month until you cancel. Cancel at any time on your account page or through the link in your receipt; your subscription then ends with the month you have paid for.`
}

/** The same in a receipt, which has a button to cancel. */
export function renewalTermsInReceipt(amount: string): string {
  return `You pay ${amount} every month until you cancel. Cancel at any time with “Manage or cancel” above, or on your account page; your subscription then ends with the month you have paid for.`
}

/**
 * Label of the checkbox required before buying anything that renews automatically; initially unchecked.
 * @param amount in words: "$14.99", "the amount I choose"
 */
export function renewalConsent(amount: string): string {
  return `I agree to pay ${amount} today and again every month until I cancel.`
}

/** Used in the terms and the checkbox before the buyer has chosen an amount. */
export const chosenAmount = { terms: "the amount you choose", box: "the amount I choose" }

/** The text that a buyer agreed to by checking the box, verbatim as displayed: the terms beside it, and its label. */
export function agreedRenewal(amount: { terms: string; box: string }): string {
  return `${renewalTerms(amount.terms)} ${renewalConsent(amount.box)}`
}

/** Shown when a form was submitted without the box checked, which browsers prevent. */
export const renewalNotAgreed =
  "This renews every month. Go back, check the box next to the button to agree, and try again."
