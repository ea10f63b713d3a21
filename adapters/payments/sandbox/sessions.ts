import { invalid } from "./api-error.ts"
import { getCustomer } from "./customers.ts"
import { emit } from "./events.ts"
import { checkLine, createLine, type Line } from "./line.ts"
import { newId } from "./new-id.ts"
import { mergeMetadata } from "./params.ts"
import { discountOf, type Promotion, promotionByCode } from "./promotions.ts"
import type { SessionParams } from "./session-params.ts"
import { get, save } from "./store.ts"
import type { Session } from "./types/checkout.ts"
import type { Metadata } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Seconds that a session stays open (https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at). */
const lifetime = 86_400

/** Stored with a session, but not returned by the API. */
export interface SessionHidden {
  line: Line
  /** The metadata and description of the payment, in the mode "payment". */
  payment: { metadata: Metadata; description: string | null }
  /** The metadata and description of the subscription, in the mode "subscription". */
  subscription: { metadata: Metadata; description: string | null }
  /** The payment intent whose attempts have failed so far. */
  intent: string | null
  /** The values entered on the page before the card was declined. */
  payer?: { email: string; name: string | null }
}

export async function createSession(work: UnitOfWork, given: SessionParams): Promise<Session> {
  const customer = given.customer ? await getCustomer(work, given.customer, "customer") : null
  const line = createLine(work, given.line_items[0].price_data)
  checkLine(given.mode, line)
  const id = newId("cs_test", 58)
  const taxed = given.automatic_tax?.enabled ?? false
  const empty: Session = {
    id,
    object: "checkout.session",
    created: work.at,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    mode: given.mode,
    status: "open",
    payment_status: "unpaid",
    url: `${work.pagesUrl}/pay/${id}`,
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    expires_at: work.at + lifetime,
    currency: "usd",
    amount_subtotal: 0,
    amount_total: 0,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    // The sandbox has no tax rates: the tax is always zero.
    automatic_tax: { enabled: taxed, status: taxed ? "requires_location_inputs" : null },
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    discounts: [],
    client_reference_id: given.client_reference_id ?? null,
    customer: customer?.id ?? null,
    customer_email: null,
    customer_details: null,
    custom_text: { submit: given.custom_text?.submit ?? null },
    invoice: null,
    payment_intent: null,
    submit_type: given.submit_type ?? null,
    subscription: null,
  }
  const about = (data: SessionParams["payment_intent_data"]) => ({
    metadata: mergeMetadata({}, data?.metadata),
    description: data?.description ?? null,
  })
  const hidden: SessionHidden = {
    line,
    payment: about(given.payment_intent_data),
    subscription: about(given.subscription_data),
    intent: null,
  }
  return await priceSession(work, empty, hidden, undefined)
}

/** Saves the session with the amounts of its line item under `promotion`. */
async function priceSession(
  work: UnitOfWork,
  session: Session,
  hidden: SessionHidden,
  promotion: Promotion | undefined,
): Promise<Session> {
  const subtotal = hidden.line.price.unit_amount
  const discount = discountOf(promotion, subtotal)
  const priced: Session = {
    ...session,
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    discounts: promotion ? [{ coupon: promotion.coupon, promotion_code: promotion.id }] : [],
  }
  return await save(work, priced, hidden)
}

/** Applies an entered promotion code, or removes it if the code is empty. False if there is no such code. */
export async function applyPromotion(work: UnitOfWork, id: string, code: string): Promise<boolean> {
  const { data: session, hidden } = await get<Session, SessionHidden>(work, "checkout.session", id)
  if (session.status !== "open" || !session.allow_promotion_codes) return false
  const promotion = promotionByCode(code)
  if (!promotion && code.trim() !== "") return false
  await priceSession(work, session, hidden, promotion)
  return true
}

/** Expires an open session, so that it can no longer be paid. */
export async function expireSession(work: UnitOfWork, id: string): Promise<Session> {
  const { data } = await get<Session>(work, "checkout.session", id)
  if (data.status !== "open")
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${data.status}.`,
    )
  const expired = await save<Session>(work, { ...data, status: "expired", url: null })
  await emit(work, "checkout.session.expired", expired)
  return expired
}

/** Ids of the open sessions whose time is over, oldest first. */
export async function dueSessions(work: Pick<UnitOfWork, "db" | "at">, limit = 100): Promise<string[]> {
  const rows = await work.db.sql<{ id: string }>`
    select id from private.payments_sandbox_objects
    where object = 'checkout.session' and data ->> 'status' = 'open'
      and (data ->> 'expires_at')::bigint <= ${work.at}
    order by position limit ${limit}
  `
  return rows.map((row) => row.id)
}

/** Expires a session whose time is over, unless it was paid in the meantime. */
export async function expireIfDue(work: UnitOfWork, id: string): Promise<void> {
  const { data } = await get<Session>(work, "checkout.session", id)
  if (data.status === "open" && data.expires_at <= work.at) await expireSession(work, id)
}
