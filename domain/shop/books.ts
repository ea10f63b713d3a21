import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { OrderKind, OrderState } from "./contract.ts"
import { applyRefund, applySubscription, readNumber } from "./facts.ts"
import { followUpQueue } from "./follow-up.ts"
import type { Fulfillment } from "./fulfillment.ts"

export const orderStates: readonly OrderState[] = [
  "pending",
  "paid",
  "failed",
  "expired",
  "refunded",
  "disputed",
]

/** An order as operators see it. */
export interface BookedOrder {
  id: string
  kind: OrderKind
  name: string
  mode: "payment" | "subscription"
  state: OrderState
  renewal: boolean
  test: boolean
  amountCents: number
  totalCents: number | null
  taxCents: number | null
  discountCents: number | null
  refundedCents: number
  email: string | null
  payerName: string | null
  userId: string | null
  createdAt: Date
  paidAt: Date | null
  disputeState: "open" | "won" | "lost" | null
  sessionId: string | null
  paymentId: string | null
  invoiceId: string | null
  subscriptionId: string | null
  subscriptionState: string | null
  periodEndsAt: Date | null
  cancelAt: Date | null
  /** Its fulfillment state. */
  fulfillment: Fulfillment
}

/** One order, by its id or a prefix of it. */
export async function showOrder(
  { db }: World,
  id: string,
): Promise<{ ok: true; order: BookedOrder } | { ok: false; code: "not_found" | "ambiguous" }> {
  if (!/^[0-9a-f-]{4,36}$/i.test(id)) return { ok: false, code: "not_found" }
  const [order, second] = await db.sql<BookedOrder>`
    ${booked(db)} where o.id::text like ${`${id.toLowerCase()}%`} limit 2
  `
  if (!order) return { ok: false, code: "not_found" }
  return second ? { ok: false, code: "ambiguous" } : { ok: true, order }
}

/** `message` is the error message of the payment service. */
export type MoneyRefusal = Refusal<
  "payments_off" | "not_paid" | "too_much" | "refused" | "no_subscription",
  { message?: string }
>

/** Whether the order belongs to a subscription that can still charge. */
export function hasRunningSubscription({
  subscriptionId,
  subscriptionState,
}: Pick<BookedOrder, "subscriptionId" | "subscriptionState">): boolean {
  return (
    subscriptionId !== null && subscriptionState !== "canceled" && subscriptionState !== "incomplete_expired"
  )
}

/** The effect of a refund of `amountCents`, or of the rest. Errors: `not_paid`, `too_much` (more than is left). */
export function planRefund(
  { paidAt, paymentId, totalCents, refundedCents }: BookedOrder,
  amountCents?: number,
):
  | { ok: true; paymentId: string; amountCents: number; leftCents: number }
  | Refusal<"not_paid" | "too_much"> {
  if (!paidAt || paymentId === null || totalCents === null) return { ok: false, code: "not_paid" }
  const left = totalCents - refundedCents
  const amount = amountCents ?? left
  if (left <= 0 || amount > left) return { ok: false, code: "too_much" }
  return { ok: true, paymentId, amountCents: amount, leftCents: left - amount }
}

/**
 * Refunds the rest of an order, or `amountCents` of it, and notifies the buyer by mail. Full refunds are idempotent.
 * Refunding all of the rest also ends the order's subscription immediately, unless `keepSubscription` is set;
 * otherwise it would charge the same amount again next month. The subscription ends first, so that a failure between
 * the two steps charges nobody.
 * Errors: `payments_off`, `not_paid`, `too_much` (more than is left), `refused` by the service.
 */
export async function refundOrder(
  world: World,
  order: BookedOrder,
  amountCents?: number,
  { keepSubscription = false }: { keepSubscription?: boolean } = {},
): Promise<{ ok: true; refundedCents: number } | MoneyRefusal> {
  const { payments, db } = world
  if (!payments) return { ok: false, code: "payments_off" }
  const planned = planRefund(order, amountCents)
  if (!planned.ok) return planned
  const { id, refundedCents } = order
  const { paymentId } = planned
  if (planned.leftCents === 0 && !keepSubscription && hasRunningSubscription(order)) {
    const cancelled = await cancelOrder(world, order, "now")
    if (!cancelled.ok) return cancelled
  }
  const made = await payments.refund({
    paymentId,
    ...(amountCents === undefined ? {} : { amountCents }),
    // The amount refunded so far is part of the key, so that the same partial refund can be made twice on purpose.
    key: `refund:${id}:${refundedCents}:${amountCents ?? "rest"}`,
  })
  if (!made.ok) return { ok: false, code: "refused", message: made.message }
  await applyRefund(db, { paymentId, orderId: id, invoiceId: null }, made.value.refundedCents)
  world.jobs.wake(db, followUpQueue)
  return { ok: true, refundedCents: made.value.refundedCents }
}

/** Ends the subscription that an order belongs to and notifies the buyer by mail. */
export async function cancelOrder(
  world: World,
  order: BookedOrder,
  when: "period-end" | "now",
): Promise<{ ok: true; endsAt: Date | null } | MoneyRefusal> {
  const { payments, db } = world
  if (!payments) return { ok: false, code: "payments_off" }
  if (order.subscriptionId === null) return { ok: false, code: "no_subscription" }
  const no = await readNumber(db)
  const cancelled = await payments.cancelSubscription(order.subscriptionId, when)
  if (!cancelled.ok) return { ok: false, code: "refused", message: cancelled.message }
  const { cancelAt, endedAt } = cancelled.value
  await applySubscription(db, { no, at: world.now(), subscription: cancelled.value })
  world.jobs.wake(db, followUpQueue)
  return { ok: true, endsAt: endedAt ?? cancelAt }
}

/** Selects orders `o` with their subscriptions `s`, as `BookedOrder` names their columns. */
export function booked(db: World["db"]) {
  return db.sql`
    select o.id, o.kind, o.name, o.mode, o.state, o.renewal, o.test, o.amount_cents as "amountCents",
      o.total_cents as "totalCents", o.tax_cents as "taxCents", o.discount_cents as "discountCents",
      o.refunded_cents as "refundedCents", o.email, o.payer_name as "payerName", o.user_id as "userId",
      o.created_at as "createdAt", o.paid_at as "paidAt", o.dispute_state as "disputeState",
      o.session_id as "sessionId", o.payment_id as "paymentId", o.invoice_id as "invoiceId",
      o.subscription_id as "subscriptionId", s.state as "subscriptionState", s.period_ends_at as "periodEndsAt",
      s.cancel_at as "cancelAt", o.fulfillment
    from orders o left join paid_subscriptions s on s.id = o.subscription_id
  `
}
