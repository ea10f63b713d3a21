/**
 * The objects of the service's API as the sandbox answers them, with the fields that integrations read. Amounts in the
 * currency's smallest unit, instants in seconds since 1970, as in the API.
 */

export type Metadata = Record<string, string>

export interface Resource {
  id: string
  object: string
  created: number
}

interface Owned extends Resource {
  livemode: false
  metadata: Metadata
}

export interface Customer extends Owned {
  object: "customer"
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  address: object | null
  shipping: object | null
  balance: number
  currency: string | null
  delinquent: boolean
  default_source: null
  invoice_prefix: string
  invoice_settings: { default_payment_method: string | null }
  preferred_locales: string[]
  tax_exempt: "none"
}

export interface Product extends Owned {
  object: "product"
  active: boolean
  name: string
  description: string | null
  images: string[]
  tax_code: string | null
  type: "service"
  updated: number
}

export interface Recurring {
  interval: "day" | "week" | "month" | "year"
  interval_count: number
  usage_type: "licensed"
}

export interface Price extends Owned {
  object: "price"
  active: boolean
  billing_scheme: "per_unit"
  currency: string
  product: string
  recurring: Recurring | null
  tax_behavior: string
  type: "one_time" | "recurring"
  unit_amount: number
  unit_amount_decimal: string
}

export interface LineItem {
  id: string
  object: "item"
  amount_discount: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: string
  description: string
  metadata: Metadata
  price: Price
  quantity: number
}

export interface Discount {
  coupon: string
  promotion_code: string
}

export interface Session extends Owned {
  object: "checkout.session"
  mode: "payment" | "subscription"
  status: "open" | "complete" | "expired"
  payment_status: "paid" | "unpaid" | "no_payment_required"
  ui_mode: "hosted_page"
  url: string | null
  success_url: string
  cancel_url: string | null
  expires_at: number
  currency: string
  amount_subtotal: number
  amount_total: number
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number }
  automatic_tax: { enabled: boolean; status: string | null; liability: null; provider: null }
  allow_promotion_codes: boolean | null
  discounts: Discount[]
  client_reference_id: string | null
  customer: string | null
  customer_creation: "always" | "if_required" | null
  customer_email: string | null
  customer_details: {
    email: string | null
    name: string | null
    phone: null
    address: null
    tax_exempt: "none"
    tax_ids: []
  } | null
  consent: { promotions: null; terms_of_service: string | null } | null
  consent_collection: object | null
  custom_text: object
  custom_fields: []
  billing_address_collection: string | null
  shipping_address_collection: object | null
  shipping_options: []
  shipping_cost: null
  collected_information: null
  invoice: string | null
  invoice_creation: { enabled: boolean } | null
  locale: string | null
  payment_intent: string | null
  payment_method_types: string[]
  recovered_from: null
  setup_intent: null
  submit_type: string | null
  subscription: string | null
}

export interface CardFault {
  type: "card_error"
  code: string
  decline_code: string
  message: string
}

export interface PaymentIntent extends Owned {
  object: "payment_intent"
  amount: number
  amount_capturable: number
  amount_received: number
  capture_method: "automatic"
  confirmation_method: "automatic"
  client_secret: string
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: CardFault | null
  latest_charge: string | null
  next_action: null
  payment_method: string | null
  payment_method_types: string[]
  receipt_email: string | null
  status: "requires_payment_method" | "processing" | "succeeded"
}

export interface Charge extends Owned {
  object: "charge"
  amount: number
  amount_captured: number
  amount_refunded: number
  billing_details: { email: string | null; name: string | null; phone: null; address: null }
  captured: boolean
  currency: string
  customer: string | null
  description: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: object
  receipt_email: string | null
  receipt_url: string | null
  refunded: boolean
  status: "succeeded" | "pending" | "failed"
}

export interface Refund extends Resource {
  object: "refund"
  metadata: Metadata
  amount: number
  charge: string
  currency: string
  customer: string | null
  payment_intent: string
  reason: string | null
  receipt_number: null
  status: "succeeded"
}

export interface Dispute extends Owned {
  object: "dispute"
  amount: number
  charge: string
  currency: string
  payment_intent: string
  reason: string
  status: "needs_response" | "won" | "lost"
  is_charge_refundable: boolean
}

export interface SubscriptionItem extends Resource {
  object: "subscription_item"
  metadata: Metadata
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: number
  subscription: string
}

export interface Page<Item> {
  object: "list"
  data: Item[]
  has_more: boolean
  url: string
}

export interface Subscription extends Owned {
  object: "subscription"
  status: "active" | "past_due" | "canceled"
  automatic_tax: { enabled: boolean; liability: null }
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  cancellation_details: { comment: null; feedback: null; reason: string | null }
  collection_method: "charge_automatically"
  currency: string
  customer: string
  default_payment_method: string | null
  description: string | null
  discounts: []
  ended_at: number | null
  items: Page<SubscriptionItem>
  latest_invoice: string | null
  pause_collection: null
  pending_setup_intent: null
  schedule: null
  start_date: number
  trial_end: null
  trial_start: null
}

export interface InvoiceLine {
  id: string
  object: "line_item"
  amount: number
  currency: string
  description: string
  discount_amounts: { amount: number; discount: string }[]
  invoice: string
  livemode: false
  metadata: Metadata
  parent: object
  period: { start: number; end: number }
  pricing: object
  quantity: number
  subtotal: number
  subscription: string
}

export interface Invoice extends Owned {
  object: "invoice"
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  automatic_tax: { enabled: boolean; status: string | null; liability: null }
  billing_reason: "subscription_create" | "subscription_cycle"
  collection_method: "charge_automatically"
  currency: string
  customer: string
  customer_email: string | null
  customer_name: string | null
  description: string | null
  discounts: []
  due_date: null
  hosted_invoice_url: string
  invoice_pdf: null
  lines: Page<InvoiceLine>
  next_payment_attempt: number | null
  number: string
  parent: {
    type: "subscription_details"
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  }
  period_start: number
  period_end: number
  status: "open" | "paid"
  status_transitions: {
    finalized_at: number
    marked_uncollectible_at: null
    paid_at: number | null
    voided_at: null
  }
  subtotal: number
  total: number
  total_discount_amounts: { amount: number; discount: string }[]
  total_excluding_tax: number
  total_taxes: []
}

export interface InvoicePayment extends Resource {
  object: "invoice_payment"
  livemode: false
  amount_paid: number | null
  amount_requested: number
  currency: string
  invoice: string
  is_default: boolean
  payment: { type: "payment_intent"; payment_intent: string }
  status: "open" | "paid"
  status_transitions: { canceled_at: null; paid_at: number | null }
}

export interface Event extends Resource {
  object: "event"
  api_version: string
  data: { object: Resource; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export interface PortalSession extends Resource {
  object: "billing_portal.session"
  configuration: string
  customer: string
  flow: null
  livemode: false
  locale: string | null
  on_behalf_of: null
  return_url: string | null
  url: string
}
