import {
  type BookedOrder,
  cancelOrder,
  hasRunningSubscription,
  type MoneyRefusal,
  refundOrder,
  showOrder,
} from "#domain/shop/books.ts"
import { type Fulfillment, setFulfillment } from "#domain/shop/fulfillment.ts"
import { resendReceipt } from "#domain/shop/resend-receipt.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { CommandName } from "../commands.ts"
import { act, rehearse } from "../journal.ts"
import { batchOf } from "../press.ts"
import type { Operator } from "../roles.ts"

interface RefundGiven {
  /** The amount that the operator saw: if some of it was refunded since, the command is refused. */
  order: BookedOrder
  /** Absent for the rest. */
  amountCents?: number | undefined
  /** Ends the order's subscription as well, with an entry of its own in the same batch. */
  endSubscription: boolean
  reason?: string | null
}

/**
 * Refunds an order and, if asked, ends its subscription first, so that a failure between the two charges nobody. The
 * payment service cannot be rolled back, so the operator's permission is checked in the database first. Errors: those
 * of `act`, `refundOrder` and `cancelOrder`, and `changed`: somebody refunded some of it since.
 */
export async function refundFromConsole(world: World, operator: Operator, given: RefundGiven) {
  const { order, amountCents, endSubscription, reason = null } = given
  const batch = batchOf(operator)
  const command = commandOn("order.refund", order, { reason, batch })
  const allowed = await rehearse(world, operator, command, async () => ({ ok: true as const }))
  if (!allowed.ok) return allowed
  if (endSubscription) {
    const ended = await endOrderSubscription(world, operator, { order, when: "now", batch })
    // It may have ended in a first attempt whose refund failed.
    if (!ended.ok && ended.code !== "already_done" && ended.code !== "unchanged") return ended
  }
  return act(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true; refundedCents: number } | Unchanged | MoneyRefusal> => {
      const now = await showOrder(inside, order.id)
      if (!now.ok || now.order.refundedCents !== order.refundedCents) return { ok: false, code: "changed" }
      return refundOrder(inside, now.order, amountCents, { keepSubscription: true })
    },
  )
}

type Unchanged = Refusal<"changed" | "unchanged">

/**
 * Ends the subscription of an order, immediately or after the paid month. Errors: those of `act` and `cancelOrder`, and
 * `unchanged`: it has ended, or ends then.
 */
export async function endOrderSubscription(
  world: World,
  operator: Operator,
  given: { order: BookedOrder; when: "now" | "period-end"; batch?: string },
) {
  const { order, when, batch } = given
  const command = commandOn("order.cancel", order, { reason: null, batch: batch ?? null })
  const allowed = await rehearse(world, operator, command, async () => ({ ok: true as const }))
  if (!allowed.ok) return allowed
  return act(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true; endsAt: Date | null } | Unchanged | MoneyRefusal> => {
      const now = await showOrder(inside, order.id)
      const ends = now.ok && now.order.subscriptionId !== null ? now.order : null
      if (ends && (!hasRunningSubscription(ends) || (when === "period-end" && ends.cancelAt !== null)))
        return { ok: false, code: "unchanged" }
      return cancelOrder(inside, order, when)
    },
  )
}

/** Sends a receipt again. Errors: those of `act` and `resendReceipt`. */
export async function resendFromConsole(world: World, operator: Operator, order: BookedOrder) {
  return act(world, operator, commandOn("order.receipt", order, {}), (inside) =>
    resendReceipt(inside, order.id),
  )
}

interface FulfillmentGiven {
  id: string
  fulfillment: Fulfillment
  batch?: string | null
  /** The entry that this command reverses. */
  undoes?: number | null
  dryRun?: boolean
}

/** Records the fulfillment state of an order. Errors: those of `act` and `setFulfillment`. */
export async function fulfillOrder(world: World, operator: Operator, given: FulfillmentGiven) {
  const { id, fulfillment, batch = null, undoes = null, dryRun = false } = given
  const shown = await showOrder(world, id)
  if (!shown.ok) return { ok: false as const, code: "not_found" as const }
  const perform = dryRun ? rehearse : act
  return perform(
    world,
    operator,
    { ...commandOn("order.fulfill", shown.order, { batch }), undoes },
    (inside) => setFulfillment(inside, { id: shown.order.id, fulfillment }),
  )
}

/** Stores a note on an order for the other operators. */
export async function noteOnOrder(world: World, operator: Operator, order: BookedOrder, text: string) {
  return act(world, operator, commandOn("order.note", order, { reason: text }), async () => ({
    ok: true as const,
  }))
}

function commandOn(
  command: CommandName,
  { id, userId, email }: BookedOrder,
  more: { reason?: string | null; batch?: string | null },
) {
  return { command, subject: { kind: "order", id, person: { userId, email } }, look: lookAt(id), ...more }
}

function lookAt(id: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select o.state, o.refunded_cents as "refundedCents", o.fulfillment, s.cancel_at as "cancelAt",
        s.ended_at as "endedAt"
      from orders o left join paid_subscriptions s on s.id = o.subscription_id where o.id = ${id}
    `
    return { ...row }
  }
}
