/**
 * The payment service as the flows of domain/shop need it, in our own words; adapters/payments speaks its protocol. Absent
 * from the World where nobody can pay. Money is whole US cents. An expected refusal is a value; an outage throws, so that
 * the caller answers "try again" and jobs and webhooks are tried again.
 */
export interface Payments {
  /** No real money moves: the sandbox, or a test key. Pages and mails say so. */
  readonly test: boolean

  /** One customer per account. The same `key` makes one, however often it is asked for. */
  createCustomer(customer: {
    userId: string
    email: string | null
    name: string | null
    key: string
  }): Promise<PaymentsAnswer<{ id: string }>>
  /** Removes the customer with what the service knows of the person, and ends the subscriptions at once. Gone is fine. */
  forgetCustomer(customerId: string): Promise<PaymentsAnswer<null>>

  /** Opens the page where one pays. Order and customer together are the idempotency key: asked twice, there is one session. */
  openCheckout(request: CheckoutRequest): Promise<PaymentsAnswer<CheckoutSession>>
  /** As it is now, with the outcome of a payment that took its time. */
  checkout(sessionId: string): Promise<PaymentsAnswer<CheckoutSession>>
  /** Ends an open session, so that nobody can pay any more; one that is over is `refused`. */
  expireCheckout(sessionId: string): Promise<PaymentsAnswer<CheckoutSession>>

  subscription(subscriptionId: string): Promise<PaymentsAnswer<PaidSubscription>>
  /** `period-end`: what is paid for can be used up. Twice is once. */
  cancelSubscription(
    subscriptionId: string,
    when: "period-end" | "now",
  ): Promise<PaymentsAnswer<PaidSubscription>>
  /** The page where a customer cancels, changes the card and finds invoices. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<PaymentsAnswer<{ url: string }>>

  invoice(invoiceId: string): Promise<PaymentsAnswer<Invoice>>
  /** What a payment was for, and what became of it. */
  payment(paymentId: string): Promise<PaymentsAnswer<Payment>>
  /** All that is left of it without an amount. The same `key` gives back once. `refused` when there is nothing left. */
  refund(refund: { paymentId: string; amountCents?: number; key: string }): Promise<PaymentsAnswer<Payment>>

  /**
   * Reads what the service sent to our endpoint: the bytes as they came, and the header with their signature.
   * `forged` for a wrong, missing or old signature and for what is no event.
   */
  readEvent(rawBody: string, signature: string | undefined): Promise<PaymentsAnswer<PaymentEvent, "forged">>
}

export type PaymentsAnswer<Value, Code extends string = never> =
  | { ok: true; value: Value }
  | {
      ok: false
      /**
       * not_found: there is no such object. unknown_customer: the customer that was named is gone or belongs to another
       * installation. refused: not in this state, or not with these values.
       */
      code: "not_found" | "unknown_customer" | "refused" | Code
      /** What the service said, for the log; never shown to visitors. */
      message: string
    }

export interface CheckoutRequest {
  /** Also client_reference_id, and `order` in the metadata of the session, its payment and its subscription. */
  orderId: string
  mode: "payment" | "subscription"
  /** The one line on the page. Subscriptions are monthly. */
  line: { name: string; description: string | null; amountCents: number }
  /** For members; guests type their address on the page. */
  customerId: string | null
  /** Gifts say "Donate" on the button. */
  donation: boolean
  /** Discount codes may be typed in. */
  promotionCodes: boolean
  /** Tax is worked out where the installation has it switched on. */
  taxable: boolean
  /** Shown above the pay button: the terms of a subscription. */
  terms: string | null
  /** Holds {CHECKOUT_SESSION_ID}, which the service fills in. */
  successUrl: string
  cancelUrl: string
}

export interface CheckoutSession {
  id: string
  /** Where to pay; null when it is over. */
  url: string | null
  /**
   * open: can still be paid. processing: a bank takes its time. failed: the bank said no afterwards (an event of the
   * service, or the payment that belongs to it). A subscription or gift that costs nothing today is paid.
   */
  outcome: "open" | "processing" | "paid" | "failed" | "expired"
  /** Of ours (client_reference_id); null for sessions that others made. */
  orderId: string | null
  customerId: string | null
  /** Typed on the page, or the customer's. */
  email: string | null
  name: string | null
  /** With tax, less discounts. */
  totalCents: number
  taxCents: number
  discountCents: number
  /** One-time payments; null until it is paid. */
  paymentId: string | null
  subscriptionId: string | null
  /** The first invoice of a subscription. */
  invoiceId: string | null
  expiresAt: Date
}

export type SubscriptionState =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused"

export interface PaidSubscription {
  id: string
  /** The order it began with (`order` in its metadata); null for one that others made. */
  orderId: string | null
  customerId: string
  state: SubscriptionState
  /** Per month, without tax. */
  amountCents: number
  startedAt: Date
  /** End of what is paid for, or of what is being asked for. */
  periodEndsAt: Date | null
  /** When it will end by itself: somebody cancelled it. */
  cancelAt: Date | null
  endedAt: Date | null
}

export interface Invoice {
  id: string
  /** Null for an invoice of something else. */
  subscriptionId: string | null
  /** The order its subscription began with. */
  orderId: string | null
  /** The one that the checkout itself paid. */
  first: boolean
  /** open: asked for. failed: asked for, and the card said no; it will be tried again while `nextTryAt` is given. */
  state: "draft" | "open" | "paid" | "failed" | "void" | "uncollectible"
  totalCents: number
  taxCents: number
  discountCents: number
  createdAt: Date
  paidAt: Date | null
  nextTryAt: Date | null
  paymentId: string | null
  /** The customer's page for it. */
  url: string | null
}

export interface Dispute {
  id: string
  createdAt: Date
  /** open: the bank is looking into it. won: the money stays. lost: it is gone. */
  state: "open" | "won" | "lost"
}

export interface Payment {
  id: string
  /** `order` in its metadata: one-time payments. */
  orderId: string | null
  /** What it paid, when that was an invoice. */
  invoiceId: string | null
  amountCents: number
  /** Of all refunds together. */
  refundedCents: number
  dispute: Dispute | null
}

/** What the service told. `other`: of a type that nothing here asks for. */
export type PaymentEvent = {
  id: string
  /** The service's own name: "checkout.session.completed". */
  type: string
  createdAt: Date
} & (
  | { about: "checkout"; session: CheckoutSession }
  /** The charge of a payment as it was when the event was made; sums never shrink, so their order does not matter. */
  | { about: "refund"; paymentId: string; orderId: string | null; refundedCents: number }
  | { about: "dispute"; paymentId: string; dispute: Dispute }
  /** Events arrive in any order and these objects go to and fro, so only their ids are told: fetch them. */
  | { about: "subscription"; subscriptionId: string }
  | { about: "invoice"; invoiceId: string }
  | { about: "other" }
)
