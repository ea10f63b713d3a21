/**
 * The contract between the pages and the functions of the shop. The functions are called through supabase-js,
 * `client.functions.invoke("create-checkout", { body })`; a refusal has a status of 4xx or 5xx and the same `{ error, code }`:
 * - unknown_product 404, price_mismatch 409, mode_mismatch 409, invalid_input 400: the page is old or was tampered with
 * - key_reused 409: the key belongs to another purchase; already_paid 409, checkout_over 409: that purchase is over
 * - payments_off 503: this installation sells nothing; payment_service_failed 502: try again
 */

/** Response of `create-checkout`: open it in the tab that the click opened. */
export interface Opened {
  url: string
}

export type OrderState = "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed"

export type OrderKind = "service" | "donation" | "shipping"

/** What anyone who has the id of a checkout session may see. `domain/shop/shown-order.ts`, orderOfSession. */
export interface ShownOrder {
  kind: OrderKind
  /** The product name: "TikTok Shop Setup", "Monthly Donation", "Shipping of your prize". */
  name: string
  mode: "payment" | "subscription"
  /** The list price; `totalCents` is the amount charged after tax and discounts, null until it is known. */
  amountCents: number
  totalCents: number | null
  state: OrderState
  /** "m***@northline.example", null until it is known. */
  maskedEmail: string | null
  /** Test mode: no real money was charged. */
  test: boolean
}

/** Rate limit for new checkout pages per IP address: each creates an order here and a session at the payment service. */
export const checkoutsPerAddress = { name: "checkouts", calls: 60, seconds: 60 } as const

/**
 * The URLs to which the payment service redirects buyers:
 * - paid:   /checkout-success?session_id=<id of the session>   -> orderOfSession(world, id)
 * - not:    /checkout-cancel?order=<id of the order>           -> cancelledOrder(world, id): name and kind, to try again
 *
 * A member's own orders and subscriptions are at /account/orders (own-orders.ts), and for programs in the Data API.
 *
 * A guest manages a subscription through the link in the receipt: GET /billing/<order>/<signature> leads to the portal.
 */
export const checkoutPaths = { success: "/checkout-success", cancel: "/checkout-cancel" } as const
