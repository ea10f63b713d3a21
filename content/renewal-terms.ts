/**
 * Stands beside the button of everything that renews by itself, and on the payment page (California's automatic renewal
 * law wants them near the button, and the way out named).
 * @param amount in words: "$14.99", "the amount you choose"
 */
export function renewalTerms(amount: string): string {
  return `You pay ${amount} today and again every month until you cancel. Cancel at any time on your account page or through the link in your receipt; it then ends with the month that is paid for.`
}
