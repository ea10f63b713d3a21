import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** The queue for removing erased people at the payment service. */
export const forgetQueue = "forget-customer"

/** All purchases and donations of the person; null when there are none. */
export async function exportOrders(db: Db, { id, email }: Account): Promise<unknown> {
  const orders = await db.sql`
    select id, kind, name, mode, state, renewal, amount_cents, total_cents, tax_cents, discount_cents, refunded_cents,
      email, payer_name, created_at, consent_text, consent_at, paid_at, subscription_id
    from orders where user_id = ${id} or email = ${email?.toLowerCase() ?? null} order by created_at
  `
  const subscriptions = await db.sql`
    select id, name, state, amount_cents, started_at, period_ends_at, cancel_at, ended_at from paid_subscriptions
    where user_id = ${id} or order_id in (select id from orders where email = ${email?.toLowerCase() ?? null})
    order by started_at
  `
  return orders.length > 0 ? { orders, subscriptions } : null
}

/**
 * Anonymizes the person's orders. Products and amounts stay, because accounting records must be kept (United States: 26
 * CFR 1.6001-1); unpaid orders are deleted. A job then removes the person at the payment service, which ends subscriptions.
 */
export async function eraseOrders(
  world: World,
  db: Db,
  { id, email }: { id: string | null; email: string | null },
): Promise<{ rows: number }> {
  const now = world.now()
  const mine = await db.sql<{ id: string; customer_id: string | null }>`
    select id, customer_id from orders
    where user_id = ${id} or email = ${email?.toLowerCase() ?? null}
      -- Renewals of a guest whose address at the payment service is another by now.
      or subscription_id in (
        select subscription_id from orders
        where subscription_id is not null and (user_id = ${id} or email = ${email?.toLowerCase() ?? null})
      )
    for update
  `
  const customers = await db.sql<{ customer_id: string }>`
    delete from private.payment_customers where user_id = ${id} returning customer_id
  `
  const known = new Set(
    [...mine, ...customers].flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id])),
  )
  for (const customerId of known) await world.jobs.add(db, forgetQueue, { customerId }, { key: customerId })
  if (mine.length === 0) return { rows: 0 }
  const ids = db.sql(mine.map((order) => order.id))
  await db.sql`update paid_subscriptions set user_id = null, customer_id = null where order_id in ${ids}`
  await db.sql`
    update orders set user_id = null, email = null, payer_name = null, customer_id = null, session_url = null,
      erased_at = ${now}
    where id in ${ids}
  `
  await db.sql`
    delete from orders
    where id in ${ids} and subscription_id is null
      and (state in ('expired', 'failed') or (state = 'pending' and session_id is null))
  `
  return { rows: mine.length }
}

/** Removes the person at the payment service. Idempotent. */
export async function forgetCustomer(
  { payments }: World,
  customerId: string,
): Promise<{ dead: string } | undefined> {
  if (!payments) throw new Error("There is no payment service to notify")
  const forgotten = await payments.forgetCustomer(customerId)
  return forgotten.ok || forgotten.code === "unknown_customer" ? undefined : { dead: forgotten.message }
}
