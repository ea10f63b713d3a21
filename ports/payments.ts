/**
 * The payment service as domain/shop needs it, independent of the vendor; adapters/payments speaks its protocol. Absent
 * from the World where payments are not configured. Amounts are whole US cents. An expected refusal is a value; an outage
 * throws, so that the caller asks the user to try again and jobs and webhooks are retried.
 */
export interface Payments {
  /** Test mode, with the sandbox or a test key: no real money moves. Pages and mails say so. */
  readonly test: boolean

  /** Creates the customer of an account. Idempotent by `key`. */
  createCustomer(customer: {
    userId: string
    email: string | null
    name: string | null
    key: string
  }): Promise<PaymentsAnswer<{ id: string }>>
  /** Deletes the customer and their personal data, and ends their subscriptions immediately. Idempotent. */
  forgetCustomer(customerId: string): Promise<PaymentsAnswer<null>>

  /** Creates the payment page. Idempotent: order and customer together are the idempotency key. */
  openCheckout(request: CheckoutRequest): Promise<PaymentsAnswer<CheckoutSession>>
  /** The current state, including the outcome of a delayed payment. */
  checkout(sessionId: string): Promise<PaymentsAnswer<CheckoutSession>>

  subscription(subscriptionId: string): Promise<PaymentsAnswer<PaidSubscription>>
  /** `period-end`: the subscription stays active until the end of the paid period. Idempotent. */
  cancelSubscription(
    subscriptionId: string,
    when: "period-end" | "now",
  ): Promise<PaymentsAnswer<PaidSubscription>>
  /** Creates a link to the page where a customer cancels, changes the card, and finds invoices. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<PaymentsAnswer<{ url: string }>>

  invoice(invoiceId: string): Promise<PaymentsAnswer<Invoice>>
  /** What a payment was for, and its state. */
  payment(paymentId: string): Promise<PaymentsAnswer<Payment>>
  /** Refunds the full remainder unless an amount is given. Idempotent by `key`. `refused` when nothing is left. */
  refund(refund: { paymentId: string; amountCents?: number; key: string }): Promise<PaymentsAnswer<Payment>>

  /**
   * Verifies and parses a webhook request from its raw body and its signature header.
   * `forged` for a wrong, missing, or expired signature, and for a body that is not an event.
   */
  readEvent(rawBody: string, signature: string | undefined): Promise<PaymentsAnswer<PaymentEvent, "forged">>
}

export type PaymentsAnswer<Value, Code extends string = never> =
  | { ok: true; value: Value }
  | {
      ok: false
      /**
       * not_found: there is no such object. unknown_customer: the given customer was deleted or belongs to another
       * installation. refused: not possible in this state or with these values.
       */
      code: "not_found" | "unknown_customer" | "refused" | Code
      /** The service's error message, for the log; never shown to visitors. */
      message: string
    }

export interface CheckoutRequest {
  /** Also client_reference_id, and `order` in the metadata of the session, its payment and its subscription. */
  orderId: string
  mode: "payment" | "subscription"
  /** The only line item. Subscriptions are monthly. */
  line: { name: string; description: string | null; amountCents: number }
  /** For members; guests enter their email address on the page. */
  customerId: string | null
  /** Donations show "Donate" on the button. */
  donation: boolean
  /** Whether discount codes are accepted. */
  promotionCodes: boolean
  /** Whether tax is calculated automatically. */
  taxable: boolean
  /** Shown above the pay button: the terms of a subscription. */
  terms: string | null
  /** Contains {CHECKOUT_SESSION_ID}, which the service replaces with the id. */
  successUrl: string
  cancelUrl: string
}

export interface CheckoutSession {
  id: string
  /** The URL of the payment page; null when the session is closed. */
  url: string | null
  /**
   * open: can still be paid. processing: the payment is delayed. failed: a delayed payment was declined (known from an event
   * or from the payment itself). A subscription or donation that costs nothing today is paid.
   */
  outcome: "open" | "processing" | "paid" | "failed" | "expired"
  /** Our order id (client_reference_id); null for sessions of other applications. */
  orderId: string | null
  customerId: string | null
  /** Entered on the page, or the customer's. */
  email: string | null
  name: string | null
  /** Including tax, minus discounts. */
  totalCents: number
  taxCents: number
  discountCents: number
  /** For one-time payments; null until paid. */
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
  /** The order that started it (`order` in its metadata); null for subscriptions of other applications. */
  orderId: string | null
  customerId: string
  state: SubscriptionState
  /** Per month, before tax. */
  amountCents: number
  startedAt: Date
  /** The end of the period that is paid or being charged. */
  periodEndsAt: Date | null
  /** When it will end after a cancellation; null otherwise. */
  cancelAt: Date | null
  endedAt: Date | null
}

export interface Invoice {
  id: string
  /** Null for an invoice that is not about a subscription. */
  subscriptionId: string | null
  /** The order that started the subscription. */
  orderId: string | null
  /** Whether it was paid by the checkout itself. */
  first: boolean
  /** open: payment is due. failed: the card was declined; the service may try again. */
  state: "draft" | "open" | "paid" | "failed" | "void" | "uncollectible"
  totalCents: number
  taxCents: number
  discountCents: number
  createdAt: Date
  paidAt: Date | null
  paymentId: string | null
}

export interface Dispute {
  id: string
  createdAt: Date
  /** open: the bank is reviewing it. won: the payment stands. lost: the money was returned to the buyer. */
  state: "open" | "won" | "lost"
}

export interface Payment {
  id: string
  /** `order` in its metadata, for one-time payments. */
  orderId: string | null
  /** The invoice that it paid, if any. */
  invoiceId: string | null
  amountCents: number
  /** The sum of all refunds. */
  refundedCents: number
  dispute: Dispute | null
}

/** An event of the service. `other`: a type that is not used here. */
export type PaymentEvent = {
  id: string
  /** The service's event type: "checkout.session.completed". */
  type: string
  createdAt: Date
} & (
  | { about: "checkout"; session: CheckoutSession }
  /** The charge at the time of the event; amounts only grow, so the order of events does not matter. */
  | { about: "refund"; paymentId: string; orderId: string | null; refundedCents: number }
  | { about: "dispute"; paymentId: string; dispute: Dispute }
  /** Events arrive in any order and these objects can change back and forth, so events carry only ids: fetch the objects. */
  | { about: "subscription"; subscriptionId: string }
  | { about: "invoice"; invoiceId: string }
  | { about: "other" }
)
