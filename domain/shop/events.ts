import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Invoice, PaymentEvent, Payments, PaymentsAnswer } from "#ports/payments.ts"
import {
  applyDispute,
  applyInvoice,
  applyRefund,
  applySessions,
  applySubscription,
  keepEvent,
  type PaymentOf,
  readNumber,
} from "./facts.ts"
import { followUpQueue } from "./follow-up.ts"

/** `repeated`: the event was processed before. `ignored`: an unused type, or about an object of another application. */
type Dealt = "done" | "repeated" | "ignored"

/** The write that an event leads to, after everything that only the service knows has been fetched. */
type Effect = (db: Db) => Promise<boolean>

export type CheckoutEvent = EventAbout<"checkout">

/**
 * Processes a batch of events about checkout sessions, each of a different order. One statement stores and applies them.
 * Returns one result per event, in the same order.
 */
export async function onCheckoutEvents(world: World, events: readonly CheckoutEvent[]): Promise<Dealt[]> {
  const receivedAt = world.now()
  const applied = await applySessions(
    world.db,
    events.map(({ id, type, createdAt, session }) => ({
      session,
      at: createdAt,
      event: { id, type, createdAt, receivedAt },
    })),
  )
  if (applied.some(({ due }) => due)) world.jobs.wake(world.db, followUpQueue)
  return applied.map(({ repeated, orderId }) => {
    if (repeated) return "repeated"
    return orderId === null ? "ignored" : "done"
  })
}

/**
 * Processes one event of any other type. Its id is stored in the same transaction as its effect, so it is idempotent and
 * survives
 * a crash. Throws when the service or the database is unavailable, so that the sender retries.
 */
export async function onPaymentEvent(
  world: World,
  payments: Payments,
  event: Exclude<PaymentEvent, CheckoutEvent>,
): Promise<Dealt> {
  if (event.about === "other") return "ignored"
  const kept = { id: event.id, type: event.type, createdAt: event.createdAt, receivedAt: world.now() }
  const effect = await readFirst(world, payments, event)
  if (effect === "repeated") return "repeated"
  const dealt = await world.db.transaction(async (db): Promise<Dealt> => {
    if (!(await keepEvent(db, kept))) return "repeated"
    return (await effect(db)) ? "done" : "ignored"
  })
  if (dealt === "done") world.jobs.wake(world.db, followUpQueue)
  return dealt
}

type EventAbout<About extends PaymentEvent["about"]> = Extract<PaymentEvent, { about: About }>

/** Fetches the object of an event from the service, outside of any transaction. */
async function readFirst(
  world: World,
  payments: Payments,
  event: EventAbout<"refund" | "dispute" | "subscription" | "invoice">,
): Promise<Effect | "repeated"> {
  const [known] = await world.db.sql`select 1 from private.payment_events where id = ${event.id}`
  if (known) return "repeated"
  if (event.about === "subscription") return readSubscription(world, payments, event.subscriptionId)
  if (event.about === "invoice") return readInvoice(world, payments, event.invoiceId, event.createdAt)

  const orderId = event.about === "refund" ? event.orderId : null
  const payment = await identify(world, payments, { paymentId: event.paymentId, orderId, invoiceId: null })
  const apply: Effect = (db) =>
    event.about === "refund"
      ? applyRefund(db, payment, event.refundedCents)
      : applyDispute(db, payment, event.dispute)
  if (!payment.invoiceId) return apply
  // It may belong to a renewal whose invoice event has not arrived yet.
  const invoice = await readInvoice(world, payments, payment.invoiceId, event.createdAt)
  return async (db) => {
    await invoice(db)
    return apply(db)
  }
}

/** Fetches the identifiers of a payment that does not match an order yet. */
async function identify(world: World, payments: Payments, payment: PaymentOf): Promise<PaymentOf> {
  if (payment.orderId) return payment
  const [known] = await world.db.sql`select 1 from orders where payment_id = ${payment.paymentId}`
  if (known) return payment
  const read = answered(await payments.payment(payment.paymentId))
  return read ? { ...payment, orderId: read.orderId, invoiceId: read.invoiceId } : payment
}

/** Fetches the current state of a subscription. */
export async function readSubscription(world: World, payments: Payments, id: string): Promise<Effect> {
  const no = await readNumber(world.db)
  const subscription = answered(await payments.subscription(id))
  if (!subscription) return async () => false
  return (db) => applySubscription(db, { no, at: world.now(), subscription })
}

/** Fetches the current state of an invoice and its subscription. */
async function readInvoice(world: World, payments: Payments, id: string, at: Date): Promise<Effect> {
  const invoice: Invoice | null = answered(await payments.invoice(id))
  if (!invoice?.subscriptionId) return async () => false
  const subscription = await readSubscription(world, payments, invoice.subscriptionId)
  return async (db) => {
    if (!(await subscription(db))) return false
    await applyInvoice(db, invoice, at)
    return true
  }
}

/** Null when the service does not have the object (anymore). Any other refusal is a bug and throws. */
function answered<Value>(answer: PaymentsAnswer<Value>): Value | null {
  if (answer.ok) return answer.value
  if (answer.code === "not_found") return null
  throw new Error(`The payment service refused: ${answer.message}`)
}
