import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import { cancelledMail } from "./mails/cancelled.ts"
import { failureMail } from "./mails/failure.ts"
import { disputeMail, paidMail } from "./mails/operator.ts"
import type { MailedOrder, WithAddress } from "./mails/order.ts"
import { receiptMail } from "./mails/receipt.ts"
import { refundMail } from "./mails/refund.ts"

/** The queue of a single job that does everything that is due. */
export const followUpQueue = "order-follow-ups"

const atOnce = 50

/** What other parts of the product do once an order is paid. */
export interface Fulfillment {
  /** In the transaction of `world.db`. Returns false for a prize that is not awaiting payment. Idempotent. */
  shippingPaid(world: World, prizeId: number, orderId: string): Promise<boolean>
}

interface DueOrder extends MailedOrder {
  prize_id: number | null
  failed_at: Date | null
  dispute_state: string | null
  receipt_at: Date | null
  failure_told_at: Date | null
  refund_told_cents: number
  dispute_told_at: Date | null
  fulfilled_at: Date | null
  /** The id of its subscription. */
  period_ends_at: Date | null
}

/**
 * Performs the follow-ups of orders: marks the shipping of prizes as paid, tells operators what to deliver, and notifies
 * buyers. Safe to run in several processes at once. Returns the number of rows that had something due.
 */
export async function followUp(world: World, fulfillment: Fulfillment): Promise<number> {
  const orders = await inBatches(world, (inside) => followOrders(inside, fulfillment))
  return orders + (await inBatches(world, tellCancelled))
}

async function inBatches(world: World, batch: (world: World) => Promise<number>): Promise<number> {
  let done = 0
  while (true) {
    const count = await world.db.transaction((db) => batch({ ...world, db }))
    done += count
    if (count < atOnce) return done
  }
}

async function followOrders(world: World, fulfillment: Fulfillment): Promise<number> {
  const orders = await world.db.sql<DueOrder>`
    select o.*, o.prize_id::float8 as prize_id, s.period_ends_at from orders o
    left join paid_subscriptions s on s.id = o.subscription_id
    where o.follow_up_due order by o.created_at limit ${atOnce} for update of o skip locked
  `
  for (const order of orders) {
    if (order.paid_at && !order.fulfilled_at) await deliver(world, order, fulfillment)
    if (order.dispute_state === "open" && !order.dispute_told_at) await warnOfDispute(world, order)
    if (order.email !== null) await tellBuyer(world, { ...order, email: order.email })
  }
  return orders.length
}

async function deliver(world: World, order: DueOrder, { shippingPaid }: Fulfillment): Promise<void> {
  const waited =
    order.kind !== "shipping" ||
    (order.prize_id !== null && (await shippingPaid(world, order.prize_id, order.id)))
  if (!order.renewal && order.kind !== "donation")
    await tellOperators(world, `order:${order.id}:paid`, (to) =>
      paidMail(to, order, { waited, siteUrl: world.settings.siteUrl }),
    )
  await world.db.sql`update orders set fulfilled_at = ${world.now()} where id = ${order.id}`
}

async function warnOfDispute(world: World, order: DueOrder): Promise<void> {
  await tellOperators(world, `order:${order.id}:${order.dispute_id}`, (to) =>
    disputeMail(to, order, world.settings.siteUrl),
  )
  await world.db.sql`update orders set dispute_told_at = ${world.now()} where id = ${order.id}`
}

async function tellBuyer(world: World, order: WithAddress<DueOrder>): Promise<void> {
  const { db, mail } = world
  const { id, paid_at, failed_at, refunded_cents, refund_told_cents } = order
  const now = world.now()
  if (paid_at && !order.receipt_at) {
    await mail.queue(db, receiptMail(world, order, order.period_ends_at), { key: `order:${id}:receipt` })
    await db.sql`update orders set receipt_at = ${now} where id = ${id}`
  }
  if (failed_at && !paid_at && !order.failure_told_at) {
    await mail.queue(db, failureMail(world, order), { key: `order:${id}:failed` })
    await db.sql`update orders set failure_told_at = ${now} where id = ${id}`
  }
  if (refunded_cents > refund_told_cents) {
    const told = refundMail(order, refunded_cents - refund_told_cents)
    await mail.queue(db, told, { key: `order:${id}:refunded:${refunded_cents}` })
    await db.sql`update orders set refund_told_cents = ${refunded_cents} where id = ${id}`
  }
}

async function tellOperators(world: World, key: string, mailTo: (to: string) => MailMessage): Promise<void> {
  const { operatorEmails } = world.settings
  for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
    await world.mail.queue(world.db, mailTo(to), { key: `${key}:${to}` })
}

/** Confirms the end of subscriptions to their buyers, however they were canceled. */
async function tellCancelled(world: World): Promise<number> {
  const { db, mail } = world
  const ending = await db.sql<
    MailedOrder & { subscription: string; cancel_at: Date | null; ended_at: Date | null }
  >`
    select o.*, s.id as subscription, s.cancel_at, s.ended_at from paid_subscriptions s
    join orders o on o.id = s.order_id
    where s.follow_up_due order by s.started_at limit ${atOnce} for update of s skip locked
  `
  for (const { subscription, cancel_at, ended_at, ...order } of ending) {
    const { email } = order
    // A subscription that was never paid needs no confirmation.
    if (email !== null && order.paid_at !== null) {
      const key = `subscription:${subscription}:${(cancel_at ?? ended_at)?.getTime()}`
      await mail.queue(db, cancelledMail({ ...order, email }, ended_at ? null : cancel_at), { key })
    }
    await db.sql`update paid_subscriptions set cancel_told_at = ${world.now()} where id = ${subscription}`
  }
  return ending.length
}
