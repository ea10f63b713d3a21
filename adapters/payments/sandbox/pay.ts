import { attemptCharge, settleCharge } from "./charges.ts"
import { expireSession, priceSession, type SessionHidden } from "./checkout.ts"
import { createCustomer, mustCustomer } from "./customers.ts"
import { paymentsSandboxQueue } from "./deliveries.ts"
import { tell } from "./events.ts"
import { promotionByCode } from "./promotions.ts"
import type { Customer, Session } from "./shapes.ts"
import { keep, must, open } from "./store.ts"
import { startSubscription } from "./subscriptions.ts"
import type { Work } from "./work.ts"

/** What a person does on the pay page. A debit is confirmed at once and paid, or refused, some seconds later. */
export type PayChoice = "pay" | "fail" | "debit" | "debit-fails"

/** Seconds between a bank debit and the word of the bank; days in truth. */
export const debitSeconds = 5

export type PayResult =
  | { ok: true; session: Session }
  | { ok: false; code: "card_declined"; message: string }
  | { ok: false; code: "closed"; session: Session }

export interface Payer {
  email: string
  name: string | null
}

/** The press of a button on the pay page. Pressed twice, it is done once. */
export async function paySession(
  work: Work,
  id: string,
  choice: PayChoice,
  payer: Payer,
): Promise<PayResult> {
  const { data: session, hidden } = await must<Session, SessionHidden>(work, "checkout.session", id)
  if (session.status !== "open") return { ok: false, code: "closed", session }
  if (session.expires_at <= work.at)
    return { ok: false, code: "closed", session: await expireSession(work, id) }
  if (choice === "fail") return await declineCard(work, session, hidden, payer)
  const customer = await customerFor(work, session, payer)
  const done: Session = {
    ...session,
    status: "complete",
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    url: null,
    customer: customer?.id ?? null,
    customer_details: {
      email: payer.email,
      name: payer.name,
      phone: null,
      address: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    automatic_tax: {
      ...session.automatic_tax,
      status: session.automatic_tax.enabled ? "complete" : null,
    },
    consent: session.consent ? { promotions: null, terms_of_service: "accepted" } : null,
  }
  if (session.mode === "subscription" && customer) {
    const { subscription, invoice } = await startSubscription(work, {
      customer,
      lines: hidden.lines,
      automaticTax: session.automatic_tax.enabled,
      ...hidden.subscription,
    })
    Object.assign(done, { subscription: subscription.id, invoice: invoice.id })
  } else if (session.amount_total > 0) {
    const debit = choice !== "pay"
    const { intent } = await attemptCharge(work, wanted(done, hidden, payer), debit ? "pending" : "succeeded")
    done.payment_intent = intent.id
    if (debit) {
      done.payment_status = "unpaid"
      await settleLater(work, id, choice === "debit" ? "succeeded" : "failed")
    }
  }
  await keep(work, done)
  await tell(work, "checkout.session.completed", done)
  return { ok: true, session: done }
}

async function declineCard(
  work: Work,
  session: Session,
  hidden: SessionHidden,
  payer: Payer,
): Promise<PayResult> {
  const { intent } = await attemptCharge(
    work,
    { ...wanted(session, hidden, payer), paymentIntent: hidden.intent },
    "failed",
  )
  await keep(work, session, { ...hidden, intent: intent.id, payer })
  const message = intent.last_payment_error?.message ?? "Your card was declined."
  return { ok: false, code: "card_declined", message }
}

function wanted(session: Session, hidden: SessionHidden, payer: Payer) {
  return {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    ...payer,
    ...hidden.payment,
    paymentIntent: hidden.intent,
  }
}

async function customerFor(work: Work, session: Session, payer: Payer): Promise<Customer | null> {
  if (session.customer) return await mustCustomer(work, session.customer)
  if (session.mode === "payment" && session.customer_creation !== "always") return null
  return await createCustomer(work, { email: payer.email, name: payer.name ?? "" })
}

async function settleLater(work: Work, session: string, outcome: "succeeded" | "failed"): Promise<void> {
  const startAfter = new Date((work.at + debitSeconds) * 1000)
  const task = { task: "settle", session, outcome, delivery: work.delivery }
  await work.jobs.add(work.db, paymentsSandboxQueue, task, { startAfter })
}

/** The bank's word on a debit; the second of two is not heard. */
export async function settleSession(work: Work, id: string, outcome: "succeeded" | "failed"): Promise<void> {
  const { data: session } = await must<Session>(work, "checkout.session", id)
  const intent = session.payment_intent && (await open(work, "payment_intent", session.payment_intent))
  if (!intent || Reflect.get(intent.data, "status") !== "processing") return
  await settleCharge(work, intent.data.id, outcome)
  const paid = outcome === "succeeded"
  const settled = paid ? await keep<Session>(work, { ...session, payment_status: "paid" }) : session
  await tell(work, `checkout.session.async_payment_${outcome}`, settled)
}

/** Applies what somebody typed as a promotion code, or takes it off when it is empty. False when there is no such code. */
export async function applyPromotion(work: Work, id: string, code: string): Promise<boolean> {
  const { data: session, hidden } = await must<Session, SessionHidden>(work, "checkout.session", id)
  if (session.status !== "open" || !session.allow_promotion_codes) return false
  const promotion = promotionByCode(code)
  if (!promotion && code.trim() !== "") return false
  await priceSession(work, session, hidden, promotion)
  return true
}
