import { invalid } from "./api-error.ts"
import { emit } from "./events.ts"
import { billInvoice } from "./invoices.ts"
import type { Line } from "./line.ts"
import { newId } from "./new-id.ts"
import { monthsAfter } from "./periods.ts"
import { get, save } from "./store.ts"
import type { Invoice, Subscription } from "./types/billing.ts"
import type { Customer } from "./types/payments.ts"
import type { Metadata } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Stored with a subscription, but not returned by the API. */
export interface SubscriptionHidden {
  /** Number of billed periods. */
  periods: number
  /** End of the current period; absent if the subscription no longer renews. */
  period_end?: number
  /** Set in the portal: the card is declined at the next renewal. */
  fails?: boolean
}

interface SubscriptionRequest {
  customer: Customer
  line: Line
  /** The amount of the first invoice, after its discount. */
  totalCents: number
  metadata: Metadata
  description: string | null
  automaticTax: boolean
}

/** Starts a subscription whose first invoice is paid. */
export async function startSubscription(
  work: UnitOfWork,
  request: SubscriptionRequest,
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const { customer, metadata, description, automaticTax } = request
  const { price } = request.line
  const id = newId("sub")
  const end = monthsAfter(work.at, 1)
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
    currency: price.currency,
    customer: customer.id,
    description,
    ended_at: null,
    items: {
      object: "list",
      data: [
        {
          id: newId("si", 14),
          object: "subscription_item",
          created: work.at,
          current_period_start: work.at,
          current_period_end: end,
          price,
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    start_date: work.at,
  }
  const { totalCents } = request
  const invoice = await billInvoice(
    work,
    { customer, subscription: fresh, reason: "subscription_create", totalCents },
    "succeeded",
  )
  const hidden: SubscriptionHidden = { periods: 1, period_end: end }
  const subscription = await save(work, { ...fresh, latest_invoice: invoice.id }, hidden)
  await emit(work, "customer.subscription.created", subscription)
  return { subscription, invoice }
}

/** Schedules the cancellation for the end of the current period, or revokes it. */
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
    cancel_at: cancel ? before.items.data[0].current_period_end : null,
    canceled_at: cancel ? work.at : null,
  })
  await emit(work, "customer.subscription.updated", after, { cancel_at_period_end: !cancel })
  return after
}

/** Ends a subscription immediately. */
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
