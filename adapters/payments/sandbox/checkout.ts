import { z } from "zod"
import { defineCall } from "./call.ts"
import { mustCustomer } from "./customers.ts"
import { tell } from "./events.ts"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { makeLineItems, withDiscount } from "./line-items.ts"
import { listing, mergeMetadata, text } from "./params.ts"
import type { Promotion } from "./promotions.ts"
import {
  checkLines,
  checkTogether,
  expiry,
  givenPromotion,
  type SessionParams,
  sessionShape,
} from "./session-params.ts"
import type { LineItem, Metadata, Page, Session } from "./shapes.ts"
import { keep, list, must } from "./store.ts"
import type { Work } from "./work.ts"

/** What a session knows and does not tell. */
export interface SessionHidden {
  lines: LineItem[]
  /** Of the payment, for the mode "payment". */
  payment: { metadata: Metadata; description: string | null }
  /** Of the subscription, for the mode "subscription". */
  subscription: { metadata: Metadata; description: string | null }
  /** The payment whose attempts failed so far. */
  intent: string | null
  /** What was typed on the page before the card was declined. */
  payer?: { email: string; name: string | null }
}

async function createSession(work: Work, given: SessionParams): Promise<Session> {
  checkTogether(work, given)
  const customer = given.customer ? await mustCustomer(work, given.customer, "customer") : null
  const lines = await makeLineItems(work, given.line_items)
  checkLines(given, lines)
  const id = newId("cs_test", 58)
  const empty: Session = {
    id,
    object: "checkout.session",
    created: work.at,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    mode: given.mode,
    status: "open",
    payment_status: "unpaid",
    ui_mode: given.ui_mode,
    url: `${work.pagesUrl}/pay/${id}`,
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    expires_at: given.expires_at ?? work.at + expiry.most,
    currency: lines[0]?.currency ?? "usd",
    amount_subtotal: 0,
    amount_total: 0,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    automatic_tax: {
      enabled: given.automatic_tax?.enabled ?? false,
      // The sandbox knows no rates: nothing is due anywhere.
      status: given.automatic_tax?.enabled ? "requires_location_inputs" : null,
      liability: null,
      provider: null,
    },
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    discounts: [],
    client_reference_id: given.client_reference_id ?? null,
    customer: customer?.id ?? null,
    customer_creation: given.mode === "payment" ? (given.customer_creation ?? "if_required") : null,
    customer_email: given.customer_email ?? null,
    customer_details: null,
    consent: given.consent_collection ? { promotions: null, terms_of_service: null } : null,
    consent_collection: given.consent_collection ?? null,
    custom_text: given.custom_text ?? {},
    custom_fields: [],
    billing_address_collection: given.billing_address_collection ?? null,
    shipping_address_collection: given.shipping_address_collection ?? null,
    shipping_options: [],
    shipping_cost: null,
    collected_information: null,
    invoice: null,
    invoice_creation: given.invoice_creation ?? null,
    locale: given.locale ?? null,
    payment_intent: null,
    payment_method_types: given.payment_method_types ?? ["card"],
    recovered_from: null,
    setup_intent: null,
    submit_type: given.submit_type ?? null,
    subscription: null,
  }
  const about = (data: SessionParams["payment_intent_data"]) => ({
    metadata: mergeMetadata({}, data?.metadata),
    description: data?.description ?? null,
  })
  const hidden: SessionHidden = {
    lines,
    payment: about(given.payment_intent_data),
    subscription: about(given.subscription_data),
    intent: null,
  }
  return await priceSession(work, empty, hidden, givenPromotion(given))
}

/** Keeps the session with the amounts of its lines under `promotion`. */
export async function priceSession(
  work: Work,
  session: Session,
  hidden: SessionHidden,
  promotion: Promotion | undefined,
): Promise<Session> {
  const lines = withDiscount(hidden.lines, promotion)
  const sum = (field: "amount_discount" | "amount_subtotal" | "amount_total") =>
    lines.reduce((total, line) => total + line[field], 0)
  const priced: Session = {
    ...session,
    amount_subtotal: sum("amount_subtotal"),
    amount_total: sum("amount_total"),
    total_details: { amount_discount: sum("amount_discount"), amount_shipping: 0, amount_tax: 0 },
    discounts: promotion ? [{ coupon: promotion.coupon, promotion_code: promotion.id }] : [],
  }
  return await keep(work, priced, { ...hidden, lines })
}

/** Closes an open session for good. */
export async function expireSession(work: Work, id: string): Promise<Session> {
  const { data } = await must<Session>(work, "checkout.session", id)
  if (data.status !== "open")
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${data.status}.`,
    )
  const expired = await keep<Session>(work, { ...data, status: "expired", url: null })
  await tell(work, "checkout.session.expired", expired)
  return expired
}

/** The open sessions whose time is over. */
export async function dueSessions(work: Pick<Work, "db" | "at">, limit = 100): Promise<string[]> {
  const rows = await work.db.sql<{ id: string }>`
    select id from private.payments_sandbox_objects
    where object = 'checkout.session' and data ->> 'status' = 'open'
      and (data ->> 'expires_at')::bigint <= ${work.at}
    order by position limit ${limit}
  `
  return rows.map((row) => row.id)
}

/** Expires a session whose time is over, unless somebody paid meanwhile. */
export async function expireIfDue(work: Work, id: string): Promise<void> {
  const { data } = await must<Session>(work, "checkout.session", id)
  if (data.status === "open" && data.expires_at <= work.at) await expireSession(work, id)
}

/** `session.line_items`, told when it is expanded. */
export async function lineItemsOf(work: Work, id: string): Promise<Page<LineItem>> {
  const { hidden } = await must<Session, SessionHidden>(work, "checkout.session", id)
  const url = `/v1/checkout/sessions/${id}/line_items`
  return { object: "list", data: hidden.lines, has_more: false, url }
}

export const checkoutCalls = [
  defineCall({ method: "POST", path: "/v1/checkout/sessions", shape: sessionShape, answer: createSession }),
  defineCall({
    method: "GET",
    path: "/v1/checkout/sessions",
    shape: z.strictObject({
      ...listing,
      customer: text().optional(),
      payment_intent: text().optional(),
      subscription: text().optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    answer: (work, { customer, payment_intent, subscription, status, ...listing }) =>
      list(work, "checkout.session", "/v1/checkout/sessions", {
        listing,
        fields: { customer, payment_intent, subscription, status },
      }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "checkout.session", id)).data,
  }),
  defineCall({
    method: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    shape: z.strictObject(listing),
    answer: (work, _params, id) => lineItemsOf(work, id),
  }),
  defineCall({
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    shape: z.strictObject({}),
    answer: (work, _params, id) => expireSession(work, id),
  }),
]
