import { invalid } from "./api-error.ts"
import { getCustomer } from "./customers.ts"
import { emit } from "./events.ts"
import { billInvoice, payInvoice } from "./invoices.ts"
import { monthsAfter } from "./periods.ts"
import { find, get, save } from "./store.ts"
import { endSubscription, type SubscriptionHidden } from "./subscriptions.ts"
import type { Invoice, Subscription } from "./types/billing.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Starts and bills the next period, or ends a subscription that was canceled for the end of this period. */
export async function renewSubscription(work: UnitOfWork, id: string): Promise<Subscription> {
  const { data: before, hidden } = await get<Subscription, SubscriptionHidden>(work, "subscription", id)
  if (before.status === "canceled") throw invalid(`${id} has ended.`)
  if (before.cancel_at_period_end) return await endSubscription(work, id)
  const customer = await getCustomer(work, before.customer)
  const [item] = before.items.data
  const period = {
    current_period_start: hidden.period_end ?? work.at,
    current_period_end: monthsAfter(before.billing_cycle_anchor, hidden.periods + 1),
  }
  const outcome = hidden.fails ? "failed" : "succeeded"
  const invoice = await billInvoice(
    work,
    { customer, subscription: before, reason: "subscription_cycle", totalCents: item.price.unit_amount },
    outcome,
  )
  const after = await save<Subscription>(
    work,
    {
      ...before,
      status: outcome === "failed" ? "past_due" : "active",
      latest_invoice: invoice.id,
      items: { ...before.items, data: [{ ...item, ...period }] },
    },
    { ...hidden, periods: hidden.periods + 1, period_end: period.current_period_end },
  )
  await emit(work, "customer.subscription.updated", after, { latest_invoice: before.latest_invoice })
  return after
}

/** Pays the latest invoice after its payment failed. */
export async function payLatestInvoice(work: UnitOfWork, id: string): Promise<void> {
  const { data: before, hidden } = await get<Subscription, SubscriptionHidden>(work, "subscription", id)
  const invoice = before.latest_invoice ? await find<Invoice>(work, "invoice", before.latest_invoice) : null
  if (!invoice || invoice.data.status === "paid") throw invalid("There is no invoice to pay.")
  await payInvoice(work, invoice.data, "succeeded")
  const after = await save<Subscription>(work, { ...before, status: "active" }, { ...hidden, fails: false })
  await emit(work, "customer.subscription.updated", after, { status: before.status })
}

/** Sets whether the card is declined at the next renewal. */
export async function setNextPayment(work: UnitOfWork, id: string, fails: boolean): Promise<void> {
  const { data, hidden } = await get<Subscription, SubscriptionHidden>(work, "subscription", id)
  await save(work, data, { ...hidden, fails })
}

/** Renews a subscription whose period is over; ends one that was unpaid for the whole period. */
export async function renewIfDue(work: UnitOfWork, id: string): Promise<void> {
  const { data, hidden } = await get<Subscription, SubscriptionHidden>(work, "subscription", id)
  if (hidden.period_end === undefined || hidden.period_end > work.at) return
  if (data.status === "past_due") await endSubscription(work, id)
  else await renewSubscription(work, id)
}

/** Ids of the subscriptions whose period is over, earliest end first. */
export async function dueSubscriptions(work: Pick<UnitOfWork, "db" | "at">, limit = 100): Promise<string[]> {
  const rows = await work.db.sql<{ id: string }>`
    select id from private.payments_sandbox_objects
    where object = 'subscription' and hidden ? 'period_end' and (hidden ->> 'period_end')::bigint <= ${work.at}
    order by (hidden ->> 'period_end')::bigint limit ${limit}
  `
  return rows.map((row) => row.id)
}
