import type { Invoice, PaymentEvent, Payments, PaymentsAnswer } from "#domain/payments.ts"
import type { Db, World } from "#domain/world.ts"
import {
  applyDispute,
  applyInvoice,
  applyRefund,
  applySession,
  applySubscription,
  type PaymentOf,
  readNumber,
} from "./facts.ts"
import { nudgeFollowUps } from "./follow-up.ts"

/** `repeated`: it was here before. `ignored`: nothing here asks for it, or it is about something that is not of ours. */
export type Dealt = "done" | "repeated" | "ignored"

/** What has to be written down, once everything was asked that only the service knows. */
type Effect = (db: Db) => Promise<boolean>

/**
 * Takes one event of the payment service. Its id is kept in the transaction of its effect, so a repeat changes nothing and
 * a crash loses nothing. Throws when the service or the database does not answer: the sender tries again.
 */
export async function onPaymentEvent(world: World, payments: Payments, event: PaymentEvent): Promise<Dealt> {
  if (event.about === "other") return "ignored"
  const effect = event.about === "checkout" ? sessionEffect(event) : await readFirst(world, payments, event)
  if (effect === "repeated") return "repeated"
  const dealt = await world.db.transaction(async (db): Promise<Dealt> => {
    const [first] = await db.sql`
      insert into private.payment_events (id, type, created_at, received_at)
      values (${event.id}, ${event.type}, ${event.createdAt}, ${world.now()})
      on conflict do nothing
      returning 1
    `
    if (!first) return "repeated"
    return (await effect(db)) ? "done" : "ignored"
  })
  if (dealt === "done") await nudgeFollowUps(world)
  return dealt
}

type EventAbout<About extends PaymentEvent["about"]> = Extract<PaymentEvent, { about: About }>

function sessionEffect({ session, createdAt }: EventAbout<"checkout">): Effect {
  return async (db) => (await applySession(db, session, createdAt)) !== null
}

/** Asks the service for what the event is about, outside of any transaction. */
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
  // It may be the renewal whose own news has not come yet.
  const invoice = await readInvoice(world, payments, payment.invoiceId, event.createdAt)
  return async (db) => {
    await invoice(db)
    return apply(db)
  }
}

/** The names of a payment that no order is known by yet are asked for. */
async function identify(world: World, payments: Payments, payment: PaymentOf): Promise<PaymentOf> {
  if (payment.orderId) return payment
  const [known] = await world.db.sql`select 1 from orders where payment_id = ${payment.paymentId}`
  if (known) return payment
  const read = answered(await payments.payment(payment.paymentId))
  return read ? { ...payment, orderId: read.orderId, invoiceId: read.invoiceId } : payment
}

/** Reads a subscription as it is now. */
export async function readSubscription(world: World, payments: Payments, id: string): Promise<Effect> {
  const no = await readNumber(world.db)
  const subscription = answered(await payments.subscription(id))
  if (!subscription) return async () => false
  return (db) => applySubscription(db, { no, at: world.now(), subscription })
}

/** Reads an invoice as it is now, with its subscription. */
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

/** Null for what the service does not have (any more). Anything else that it will not answer is a fault of ours. */
function answered<Value>(answer: PaymentsAnswer<Value>): Value | null {
  if (answer.ok) return answer.value
  if (answer.code === "not_found") return null
  throw new Error(`The payment service refused: ${answer.message}`)
}
