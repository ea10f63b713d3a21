import { z } from "zod"
import { defineCall } from "./call.ts"
import { mustCustomer } from "./customers.ts"
import { tell } from "./events.ts"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { lineItemsShape, makeLineItems, withDiscount } from "./line-items.ts"
import { address, flag, listing, mergeMetadata, metadata, text, whole } from "./params.ts"
import { type Promotion, promotions } from "./promotions.ts"
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

/** The service's limits on `expires_at`, in seconds from now. */
const expiry = { least: 1800, most: 86_400 }
/** The least amount that the service charges, in cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmount = 50

const shape = z.strictObject({
  mode: z.enum(["payment", "subscription"], { error: "must be one of payment or subscription" }),
  ui_mode: z.literal("hosted_page").default("hosted_page"),
  line_items: lineItemsShape,
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: z.email("Invalid email address").max(800).optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: text(1000).optional() })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text(500).optional() })
    .optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  allow_promotion_codes: flag.optional(),
  discounts: z
    .array(z.strictObject({ promotion_code: text().optional(), coupon: text().optional() }))
    .max(1)
    .optional(),
  expires_at: whole.optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  shipping_address_collection: z
    .strictObject({ allowed_countries: z.array(z.string().length(2)).min(1) })
    .optional(),
  consent_collection: z
    .strictObject({ terms_of_service: z.enum(["none", "required"]).optional() })
    .optional(),
  custom_text: z.record(z.string(), z.strictObject({ message: text(1200) })).optional(),
  invoice_creation: z.strictObject({ enabled: flag }).optional(),
  locale: text(10).optional(),
  payment_method_types: z.array(text(40)).optional(),
  customer_update: z.record(z.string(), z.enum(["auto", "never"])).optional(),
})

type Given = z.output<typeof shape>

async function createSession(work: Work, given: Given): Promise<Session> {
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
  const about = (data: Given["payment_intent_data"]) => ({
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

function checkTogether(work: Work, given: Given): void {
  const both = (one: keyof Given, other: keyof Given) => {
    if (given[one] === undefined || given[other] === undefined) return
    throw invalid(`You may only specify one of these parameters: ${one}, ${other}.`, { param: other })
  }
  both("customer", "customer_email")
  both("customer", "customer_creation")
  both("allow_promotion_codes", "discounts")
  const onlyIn = (mode: Given["mode"], names: readonly (keyof Given)[]) => {
    for (const name of names) {
      if (given.mode !== mode && given[name] !== undefined)
        throw invalid(`You can not pass \`${name}\` in \`${given.mode}\` mode.`, { param: name })
    }
  }
  onlyIn("payment", ["payment_intent_data", "customer_creation", "invoice_creation"])
  onlyIn("subscription", ["subscription_data"])
  if (given.expires_at === undefined) return
  const seconds = given.expires_at - work.at
  if (seconds < expiry.least)
    throw invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param: "expires_at",
    })
  if (seconds > expiry.most)
    throw invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param: "expires_at",
    })
}

function checkLines(given: Given, lines: readonly LineItem[]): void {
  const recurring = lines.filter((line) => line.price.type === "recurring")
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (given.mode === "payment" && recurring.length > 0)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items[0][price]" },
    )
  if (given.mode === "subscription" && recurring.length === 0)
    throw invalid("You must provide at least one recurring price in `subscription` mode when using prices.", {
      param: "line_items",
    })
  if (given.mode === "payment" && total > 0 && total < leastAmount)
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
      param: "line_items",
    })
}

function givenPromotion(given: Given): Promotion | undefined {
  const [discount] = given.discounts ?? []
  const id = discount?.promotion_code ?? discount?.coupon
  if (id === undefined) return undefined
  const found = promotions.find((one) => one.id === id || one.coupon === id)
  if (!found)
    throw invalid(`No such promotion code: '${id}'`, { code: "resource_missing", param: "discounts[0]" })
  return found
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
  defineCall({ method: "POST", path: "/v1/checkout/sessions", shape, answer: createSession }),
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
