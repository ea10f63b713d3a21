import { attemptCharge, settleCharge } from "./charges.ts"
import { createCustomer, getCustomer } from "./customers.ts"
import { paymentsSandboxQueue } from "./deliveries.ts"
import { emit } from "./events.ts"
import { expireSession, type SessionHidden } from "./sessions.ts"
import { find, get, save } from "./store.ts"
import { startSubscription } from "./subscriptions.ts"
import type { PaymentsSandboxTask } from "./tasks.ts"
import type { Session } from "./types/checkout.ts"
import type { Customer, PaymentIntent } from "./types/payments.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** The choices on the pay page. A debit is confirmed immediately, and paid or refused some seconds later. */
type PayChoice = "pay" | "fail" | "debit" | "debit-fails"

/** Seconds until the bank decides on a debit; with Stripe it takes days. */
export const debitSeconds = 5

type PayResult = { ok: true; session: Session } | { ok: false; code: "card_declined" | "closed" }

interface Payer {
  email: string
  name: string | null
}

/** Handles a button of the pay page. Idempotent: two clicks pay the session once. */
export async function paySession(
  work: UnitOfWork,
  id: string,
  choice: PayChoice,
  payer: Payer,
): Promise<PayResult> {
  const { data: session, hidden } = await get<Session, SessionHidden>(work, "checkout.session", id)
  if (session.status !== "open") return { ok: false, code: "closed" }
  if (session.expires_at <= work.at) {
    await expireSession(work, id)
    return { ok: false, code: "closed" }
  }
  if (choice === "fail") {
    const intent = await attemptCharge(work, chargeRequest(session, hidden, payer), "failed")
    await save(work, session, { ...hidden, intent: intent.id, payer })
    return { ok: false, code: "card_declined" }
  }
  const customer = await customerFor(work, session, payer)
  const { enabled } = session.automatic_tax
  const done: Session = {
    ...session,
    status: "complete",
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    url: null,
    customer: customer?.id ?? null,
    customer_details: { email: payer.email, name: payer.name },
    automatic_tax: { enabled, status: enabled ? "complete" : null },
  }
  if (session.mode === "subscription" && customer) {
    const { subscription, invoice } = await startSubscription(work, {
      customer,
      line: hidden.line,
      totalCents: session.amount_total,
      automaticTax: enabled,
      ...hidden.subscription,
    })
    Object.assign(done, { subscription: subscription.id, invoice: invoice.id })
  } else if (session.amount_total > 0) {
    const debit = choice !== "pay"
    const request = chargeRequest(done, hidden, payer)
    done.payment_intent = (await attemptCharge(work, request, debit ? "pending" : "succeeded")).id
    if (debit) {
      done.payment_status = "unpaid"
      await settleLater(work, id, choice === "debit" ? "succeeded" : "failed")
    }
  }
  await save(work, done)
  await emit(work, "checkout.session.completed", done)
  return { ok: true, session: done }
}

function chargeRequest(session: Session, hidden: SessionHidden, payer: Payer) {
  return {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    email: payer.email,
    ...hidden.payment,
    paymentIntent: hidden.intent,
  }
}

/** The session's customer. As with Stripe, a guest's subscription creates one and a guest's payment does not. */
async function customerFor(work: UnitOfWork, session: Session, payer: Payer): Promise<Customer | null> {
  if (session.customer) return await getCustomer(work, session.customer)
  if (session.mode === "payment") return null
  return await createCustomer(work, { email: payer.email, name: payer.name ?? "" })
}

async function settleLater(
  work: UnitOfWork,
  session: string,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const startAfter = new Date((work.at + debitSeconds) * 1000)
  const task: PaymentsSandboxTask = { task: "settle", session, outcome, delivery: work.delivery }
  await work.jobs.add(work.db, paymentsSandboxQueue, task, { startAfter })
}

/** Settles a debit according to the bank's decision. Idempotent: only the first decision counts. */
export async function settleSession(
  work: UnitOfWork,
  id: string,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const { data: session } = await get<Session>(work, "checkout.session", id)
  const { payment_intent } = session
  const intent = payment_intent ? await find<PaymentIntent>(work, "payment_intent", payment_intent) : null
  if (intent?.data.status !== "processing") return
  await settleCharge(work, intent.data.id, outcome)
  const paid = outcome === "succeeded"
  const settled = paid ? await save<Session>(work, { ...session, payment_status: "paid" }) : session
  await emit(work, `checkout.session.async_payment_${outcome}`, settled)
}
