import { z } from "zod"
import { defineCall } from "./call.ts"
import { mustCustomer } from "./customers.ts"
import { tell } from "./events.ts"
import { invalid } from "./fault.ts"
import { newId } from "./ids.ts"
import { billInvoice, payInvoice } from "./invoices.ts"
import { flag, listing, mergeMetadata, metadata, text } from "./params.ts"
import { periodEnd } from "./periods.ts"
import type { Customer, Invoice, LineItem, Metadata, Subscription } from "./shapes.ts"
import { keep, list, must, open } from "./store.ts"
import type { Work } from "./work.ts"

interface Hidden {
  /** What every period costs: the recurring lines, without the discount of the first. */
  lines: LineItem[]
  /** Periods that were billed. */
  periods: number
  /** The running period's end; absent when nothing renews any more. */
  period_end?: number
  /** Set on a page: the card is declined at the next renewal. */
  fails?: boolean
}

export interface SubscriptionWanted {
  customer: Customer
  /** All lines of the first invoice; those that recur become the subscription's items. */
  lines: readonly LineItem[]
  metadata: Metadata
  description: string | null
  automaticTax: boolean
}

/** A new subscription whose first invoice is paid. */
export async function startSubscription(
  work: Work,
  wanted: SubscriptionWanted,
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const recurring = wanted.lines.filter((line) => line.price.recurring)
  const [first] = recurring
  if (!first?.price.recurring) throw new Error("A subscription needs a line that recurs")
  const id = newId("sub")
  const period = { start: work.at, end: periodEnd(work.at, first.price.recurring, 1) }
  const fresh: Subscription = {
    id,
    object: "subscription",
    created: work.at,
    livemode: false,
    metadata: wanted.metadata,
    status: "active",
    automatic_tax: { enabled: wanted.automaticTax, liability: null },
    billing_cycle_anchor: work.at,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: "charge_automatically",
    currency: first.currency,
    customer: wanted.customer.id,
    default_payment_method: newId("pm"),
    description: wanted.description,
    discounts: [],
    ended_at: null,
    items: {
      object: "list",
      data: recurring.map((line) => ({
        id: newId("si", 14),
        object: "subscription_item",
        created: work.at,
        metadata: {},
        current_period_start: period.start,
        current_period_end: period.end,
        price: line.price,
        quantity: line.quantity,
        subscription: id,
      })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    pause_collection: null,
    pending_setup_intent: null,
    schedule: null,
    start_date: work.at,
    trial_end: null,
    trial_start: null,
  }
  const lines = recurring.map((line) => ({
    ...line,
    amount_discount: 0,
    amount_total: line.amount_subtotal,
  }))
  const { customer } = wanted
  const invoice = await billInvoice(
    work,
    { customer, subscription: fresh, reason: "subscription_create", lines: wanted.lines, period },
    "succeeded",
  )
  const hidden: Hidden = { lines, periods: 1, period_end: period.end }
  const subscription = await keep(work, { ...fresh, latest_invoice: invoice.id }, hidden)
  await tell(work, "customer.subscription.created", subscription)
  return { subscription, invoice }
}

/** The next period begins: billed and paid, or refused, or the end that was asked for. */
export async function renewSubscription(work: Work, id: string): Promise<Subscription> {
  const { data: before, hidden } = await must<Subscription, Hidden>(work, "subscription", id)
  if (before.status === "canceled") throw invalid(`${id} has ended.`)
  if (before.cancel_at_period_end) return await endSubscription(work, id, "cancellation_requested")
  const customer = await mustCustomer(work, before.customer)
  const [first] = hidden.lines
  if (!first?.price.recurring) throw new Error(`${id} has nothing that recurs`)
  const period = {
    start: hidden.period_end ?? work.at,
    end: periodEnd(before.billing_cycle_anchor, first.price.recurring, hidden.periods + 1),
  }
  const outcome = hidden.fails ? "failed" : "succeeded"
  const wanted = { customer, reason: "subscription_cycle" as const, lines: hidden.lines, period }
  const invoice = await billInvoice(work, { ...wanted, subscription: before }, outcome)
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }))
  const after = await keep<Subscription>(
    work,
    {
      ...before,
      status: outcome === "failed" ? "past_due" : "active",
      latest_invoice: invoice.id,
      items: { ...before.items, data: items },
    },
    { ...hidden, periods: hidden.periods + 1, period_end: period.end },
  )
  await tell(work, "customer.subscription.updated", after, { latest_invoice: before.latest_invoice })
  return after
}

/** The invoice that could not be paid is paid after all. */
export async function payLatestInvoice(work: Work, id: string): Promise<void> {
  const { data: before, hidden } = await must<Subscription, Hidden>(work, "subscription", id)
  const invoice = before.latest_invoice ? await open<Invoice>(work, "invoice", before.latest_invoice) : null
  if (!invoice || invoice.data.status === "paid") throw invalid("There is no invoice to pay.")
  await payInvoice(work, invoice.data, "succeeded")
  const after = await keep<Subscription>(work, { ...before, status: "active" }, { ...hidden, fails: false })
  await tell(work, "customer.subscription.updated", after, { status: before.status })
}

/** Whether the card is declined at the next renewal. */
export async function setNextPayment(work: Work, id: string, fails: boolean): Promise<void> {
  const { data, hidden } = await must<Subscription, Hidden>(work, "subscription", id)
  await keep(work, data, { ...hidden, fails })
}

/** Ends at the end of the running period, or takes that back. */
export async function cancelAtPeriodEnd(work: Work, id: string, cancel: boolean): Promise<Subscription> {
  const { data: before } = await must<Subscription, Hidden>(work, "subscription", id)
  if (before.status === "canceled")
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.")
  if (before.cancel_at_period_end === cancel) return before
  const after = await keep<Subscription>(work, {
    ...before,
    cancel_at_period_end: cancel,
    cancel_at: cancel ? (before.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: cancel ? work.at : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: cancel ? "cancellation_requested" : null,
    },
  })
  await tell(work, "customer.subscription.updated", after, { cancel_at_period_end: !cancel })
  return after
}

/** Ends now. */
export async function endSubscription(work: Work, id: string, reason: string): Promise<Subscription> {
  const { data: before, hidden } = await must<Subscription, Hidden>(work, "subscription", id)
  if (before.status === "canceled")
    throw invalid(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" })
  const { period_end: _, ...rest } = hidden
  const after = await keep<Subscription>(
    work,
    {
      ...before,
      status: "canceled",
      canceled_at: before.canceled_at ?? work.at,
      ended_at: work.at,
      cancellation_details: { comment: null, feedback: null, reason },
    },
    rest,
  )
  await tell(work, "customer.subscription.deleted", after)
  return after
}

/** Begins the next period of a subscription whose period is over. One that was not paid in the whole of it ends. */
export async function renewIfDue(work: Work, id: string): Promise<void> {
  const { data, hidden } = await must<Subscription, Hidden>(work, "subscription", id)
  if (hidden.period_end === undefined || hidden.period_end > work.at) return
  if (data.status === "past_due") await endSubscription(work, id, "payment_failed")
  else await renewSubscription(work, id)
}

/** The subscriptions whose period is over, the longest over first. */
export async function dueSubscriptions(work: Pick<Work, "db" | "at">, limit = 100): Promise<string[]> {
  const rows = await work.db.sql<{ id: string }>`
    select id from private.payments_sandbox_objects
    where object = 'subscription' and hidden ? 'period_end' and (hidden ->> 'period_end')::bigint <= ${work.at}
    order by (hidden ->> 'period_end')::bigint limit ${limit}
  `
  return rows.map((row) => row.id)
}

export const subscriptionCalls = [
  defineCall({
    method: "GET",
    path: "/v1/subscriptions",
    shape: z.strictObject({
      ...listing,
      customer: text().optional(),
      status: z.enum(["active", "past_due", "canceled", "all"]).optional(),
    }),
    async answer(work, { customer, status, ...listing }) {
      const fields = { customer, status: status === "all" ? undefined : status }
      const page = await list<Subscription>(work, "subscription", "/v1/subscriptions", { listing, fields })
      // Those that have ended are only listed when they are asked for.
      return status ? page : { ...page, data: page.data.filter((one) => one.status !== "canceled") }
    },
  }),
  defineCall({
    method: "GET",
    path: "/v1/subscriptions/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, "subscription", id)).data,
  }),
  defineCall({
    method: "POST",
    path: "/v1/subscriptions/:id",
    shape: z.strictObject({ cancel_at_period_end: flag.optional(), metadata: metadata.optional() }),
    async answer(work, { cancel_at_period_end, metadata }, id) {
      if (metadata) {
        const { data: before } = await must<Subscription>(work, "subscription", id)
        const after = await keep(work, { ...before, metadata: mergeMetadata(before.metadata, metadata) })
        await tell(work, "customer.subscription.updated", after, { metadata: before.metadata })
      }
      if (cancel_at_period_end !== undefined) return await cancelAtPeriodEnd(work, id, cancel_at_period_end)
      return (await must(work, "subscription", id)).data
    },
  }),
  defineCall({
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    shape: z.strictObject({}),
    answer: (work, _params, id) => endSubscription(work, id, "cancellation_requested"),
  }),
]
