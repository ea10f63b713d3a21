import { invalid } from "./api-error.ts"
import { emit } from "./events.ts"
import { billInvoice } from "./invoices.ts"
import { newId } from "./new-id.ts"
import { periodEnd } from "./periods.ts"
import { get, save } from "./store.ts"
import type { Invoice, Subscription } from "./types/billing.ts"
import type { LineItem } from "./types/checkout.ts"
import type { Customer } from "./types/payments.ts"
import type { Metadata } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** What is stored with a subscription and not answered by the API. */
export interface SubscriptionHidden {
  /** What every period costs: the recurring lines, without the discount of the first invoice. */
  lines: LineItem[]
  /** Number of periods billed. */
  periods: number
  /** End of the running period; absent when nothing renews any more. */
  period_end?: number
  /** Set in the portal: the card is declined at the next renewal. */
  fails?: boolean
}

interface SubscriptionRequest {
  customer: Customer
  /** All lines of the first invoice; the recurring ones become the subscription's items. */
  lines: readonly LineItem[]
  metadata: Metadata
  description: string | null
  automaticTax: boolean
}

/** Starts a subscription whose first invoice is paid. */
export async function startSubscription(
  work: UnitOfWork,
  request: SubscriptionRequest,
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const recurring = request.lines.filter((line) => line.price.recurring)
  const [first] = recurring
  if (!first?.price.recurring) throw new Error("A subscription needs a recurring line")
  const { customer, metadata, description, automaticTax } = request
  const id = newId("sub")
  const period = { start: work.at, end: periodEnd(work.at, first.price.recurring, 1) }
  const fresh: Subscription = {
    id,
    object: "subscription",
    created: work.at,
    livemode: false,
    metadata,
    status: "active",
    automatic_tax: { enabled: automaticTax },
    billing_cycle_anchor: work.at,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    currency: first.currency,
    customer: customer.id,
    description,
    ended_at: null,
    items: {
      object: "list",
      data: recurring.map(({ price, quantity }) => ({
        id: newId("si", 14),
        object: "subscription_item",
        created: work.at,
        current_period_start: period.start,
        current_period_end: period.end,
        price,
        quantity,
        subscription: id,
      })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    start_date: work.at,
  }
  const invoice = await billInvoice(
    work,
    { customer, subscription: fresh, reason: "subscription_create", lines: request.lines, period },
    "succeeded",
  )
  const lines = recurring.map((line) => ({
    ...line,
    amount_discount: 0,
    amount_total: line.amount_subtotal,
  }))
  const hidden: SubscriptionHidden = { lines, periods: 1, period_end: period.end }
  const subscription = await save(work, { ...fresh, latest_invoice: invoice.id }, hidden)
  await emit(work, "customer.subscription.created", subscription)
  return { subscription, invoice }
}

/** Cancels at the end of the running period, or revokes that. */
export async function cancelAtPeriodEnd(
  work: UnitOfWork,
  id: string,
  cancel: boolean,
): Promise<Subscription> {
  const { data: before } = await get<Subscription>(work, "subscription", id)
  if (before.status === "canceled")
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.")
  if (before.cancel_at_period_end === cancel) return before
  const after = await save<Subscription>(work, {
    ...before,
    cancel_at_period_end: cancel,
    cancel_at: cancel ? (before.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: cancel ? work.at : null,
  })
  await emit(work, "customer.subscription.updated", after, { cancel_at_period_end: !cancel })
  return after
}

/** Ends a subscription at once. */
export async function endSubscription(work: UnitOfWork, id: string): Promise<Subscription> {
  const { data: before, hidden } = await get<Subscription, SubscriptionHidden>(work, "subscription", id)
  if (before.status === "canceled")
    throw invalid(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" })
  const { period_end: _, ...rest } = hidden
  const after = await save<Subscription>(
    work,
    {
      ...before,
      status: "canceled",
      canceled_at: before.canceled_at ?? work.at,
      ended_at: work.at,
    },
    rest,
  )
  await emit(work, "customer.subscription.deleted", after)
  return after
}
