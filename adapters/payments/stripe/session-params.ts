import type Stripe from "stripe"
import type { CheckoutRequest } from "#ports/payments.ts"

/** The parameters of a checkout session: the item, the customer, and the return URLs. */
export function sessionParams(
  request: CheckoutRequest,
  automaticTax: boolean,
): Stripe.Checkout.SessionCreateParams {
  const { orderId, mode, line, customerId } = request
  const metadata = { order: orderId }
  const taxed = automaticTax && request.taxable
  return {
    mode,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: line.amountCents,
          product_data: { name: line.name, ...(line.description ? { description: line.description } : {}) },
          ...(mode === "subscription" ? { recurring: { interval: "month" } } : {}),
          ...(taxed ? { tax_behavior: "exclusive" } : {}),
        },
      },
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: orderId,
    metadata,
    // The id of the order is added to payments and subscriptions as well.
    ...(mode === "payment"
      ? { payment_intent_data: { metadata, description: line.name } }
      : { subscription_data: { metadata, description: line.name } }),
    ...(customerId ? { customer: customerId } : {}),
    ...(request.promotionCodes ? { allow_promotion_codes: true } : {}),
    ...(request.donation && mode === "payment" ? { submit_type: "donate" } : {}),
    ...(request.terms ? { custom_text: { submit: { message: request.terms } } } : {}),
    ...(taxed ? { automatic_tax: { enabled: true } } : {}),
    // Tax depends on the customer's address, so the one entered on the page is saved.
    ...(taxed && customerId ? { customer_update: { address: "auto" } } : {}),
  }
}
