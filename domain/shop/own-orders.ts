import { dayInWords } from "#domain/site-clock.ts"
import type { Db } from "#ports/db.ts"
import type { SubscriptionState } from "#ports/payments.ts"
import type { OrderKind, OrderState } from "./contract.ts"

/** The most that a page lists, the newest. */
const most = 200

/** A purchase or gift as its buyer sees it. Amounts are in cents; days are in words, on the site's clock. */
export interface OwnOrder {
  id: string
  kind: OrderKind
  name: string
  mode: "payment" | "subscription"
  state: OrderState
  amountCents: number
  /** What was charged, after tax and discount; these are null until it is known. */
  totalCents: number | null
  taxCents: number | null
  discountCents: number | null
  refundedCents: number
  renewal: boolean
  /** Test mode: no real money was charged. */
  test: boolean
  createdOn: string
  paidOn: string | null
}

/** The purchases and gifts of an account, the newest first, without checkouts that were abandoned and have expired. */
export async function ordersOf(db: Db, userId: string): Promise<OwnOrder[]> {
  const rows = await db.sql<
    Omit<OwnOrder, "createdOn" | "paidOn"> & { createdAt: Date; paidAt: Date | null }
  >`
    select id, kind, name, mode, state, amount_cents as "amountCents", total_cents as "totalCents",
      tax_cents as "taxCents", discount_cents as "discountCents", refunded_cents as "refundedCents", renewal, test,
      created_at as "createdAt", paid_at as "paidAt"
    from orders where user_id = ${userId} and state <> 'expired'
    order by created_at desc, id limit ${most}
  `
  return rows.map(({ createdAt, paidAt, ...row }) => ({
    ...row,
    createdOn: dayInWords(createdAt),
    paidOn: paidAt && dayInWords(paidAt),
  }))
}

/** What a subscription is, in a word and a sentence. */
export interface OwnSubscription {
  id: string
  name: string
  /** Per month. */
  amountCents: number
  word: string
  text: string
}

/** The automatic renewals of an account, the newest first. */
export async function subscriptionsOf(db: Db, userId: string): Promise<OwnSubscription[]> {
  const rows = await db.sql<SubscriptionRow>`
    select id, name, state, amount_cents, period_ends_at, cancel_at, ended_at from paid_subscriptions
    where user_id = ${userId} order by started_at desc, id
  `
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, amountCents: row.amount_cents },
    ...standing(row),
  }))
}

interface SubscriptionRow {
  id: string
  name: string
  state: SubscriptionState
  amount_cents: number
  period_ends_at: Date | null
  cancel_at: Date | null
  ended_at: Date | null
}

function standing(row: SubscriptionRow): { word: string; text: string } {
  const { state, cancel_at, ended_at, period_ends_at } = row
  if (ended_at) return { word: "Ended", text: `It ended on ${dayInWords(ended_at)}.` }
  if (cancel_at) return { word: "Canceled", text: `It ends on ${dayInWords(cancel_at)} and does not renew.` }
  if (state === "past_due" || state === "unpaid")
    return {
      word: "Payment failed",
      text: "The last payment did not go through. Change the card on the billing page.",
    }
  if (state === "incomplete")
    return { word: "Not paid yet", text: "We are waiting for your first payment to be confirmed." }
  if (state === "incomplete_expired")
    return { word: "Never started", text: "The first payment was not made." }
  if (state === "paused") return { word: "Paused", text: "You are not charged while it is paused." }
  return {
    word: "Active",
    text: period_ends_at ? `It renews on ${dayInWords(period_ends_at)}.` : "It renews every month.",
  }
}
