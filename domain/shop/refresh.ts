import type { World } from "#domain/world.ts"
import { readSubscription } from "./events.ts"
import { applySession } from "./facts.ts"
import { followUpQueue } from "./follow-up.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The most sessions and subscriptions that one sweep fetches; the rest is left to the next. */
const perSweep = 200

/**
 * Fetches the state of an order's session from the service and stores it. It is not fetched again within `pauseMs` by any
 * process. Throws when the service is unavailable.
 */
export async function refreshOrder(
  world: World,
  orderId: string,
  { pauseMs }: { pauseMs: number },
): Promise<void> {
  const { payments } = world
  if (!payments) return
  const now = world.now()
  const [order] = await world.db.sql<{ session_id: string | null; created_at: Date }>`
    update orders set checked_at = ${now}
    where id = ${orderId} and state = 'pending'
      and (checked_at is null or checked_at <= ${new Date(now.getTime() - pauseMs)})
    returning session_id, created_at
  `
  if (!order) return
  const read = order.session_id ? await payments.checkout(order.session_id) : null
  if (read?.ok) {
    await applySession(world.db, { ...read.value, orderId }, now)
    world.jobs.wake(world.db, followUpQueue)
    return
  }
  if (read && read.code !== "not_found") throw new Error(`The payment service refused: ${read.message}`)
  // There is no session, or it no longer exists, so it cannot be paid. A session lasts for at most a day.
  if (now.getTime() - order.created_at.getTime() > 2 * day)
    await world.db
      .sql`update orders set expired_at = coalesce(expired_at, ${now}) where id = ${orderId} and paid_at is null`
}

/**
 * Makes up for lost webhooks: fetches sessions that have been pending for too long, at growing intervals, and
 * subscriptions whose paid period ended without an event. Returns the number of objects fetched.
 */
export async function sweepPayments(world: World): Promise<number> {
  const { payments, db } = world
  if (!payments) return 0
  const now = world.now()
  const pending = await db.sql<{ id: string }>`
    select id from orders
    where state = 'pending' and created_at <= ${new Date(now.getTime() - 15 * minute)}
      and (
        checked_at is null
        -- After as long again as it had waited then, at least 15 minutes and at most a day.
        or checked_at + least(greatest(checked_at - created_at, interval '15 minutes'), interval '1 day') <= ${now}
      )
    order by created_at limit ${perSweep}
  `
  for (const { id } of pending)
    await logged(world, { order: id }, () => refreshOrder(world, id, { pauseMs: minute }))
  const overdue = await db.sql<{ id: string }>`
    update paid_subscriptions set checked_at = ${now}
    where id in (
      select id from paid_subscriptions
      where ended_at is null and state <> 'incomplete_expired'
        and coalesce(period_ends_at, started_at) <= ${new Date(now.getTime() - hour)}
        and checked_at <= ${new Date(now.getTime() - 6 * hour)}
      order by period_ends_at limit ${perSweep}
    )
    returning id
  `
  for (const { id } of overdue)
    await logged(world, { subscription: id }, async () => {
      const effect = await readSubscription(world, payments, id)
      await effect(db)
    })
  if (overdue.length > 0) world.jobs.wake(db, followUpQueue)
  return pending.length + overdue.length
}

/** A failed fetch must not block the others. */
async function logged(world: World, about: object, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    world.log.error({ ...about, error }, "The payment service did not answer")
  }
}

/**
 * Deletes unpaid orders a month after they were created, and stored events that the service will no longer resend (it
 * retries for three days).
 */
export async function deleteExpiredOrders(world: World): Promise<void> {
  const monthAgo = new Date(world.now().getTime() - 30 * day)
  await world.db.sql`
    delete from orders where state = 'expired' and created_at < ${monthAgo} and subscription_id is null
  `
  await world.db.sql`delete from private.payment_events where received_at < ${monthAgo}`
}
