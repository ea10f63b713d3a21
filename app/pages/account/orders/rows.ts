import type { OrderKind, OrderState } from "#domain/shop/contract.ts"
import type { SubscriptionState } from "#ports/payments.ts"

/** A member's order, as the Data API returns it. */
export interface OrderRow {
  id: string
  kind: OrderKind
  name: string
  mode: "payment" | "subscription"
  state: OrderState
  amount_cents: number
  total_cents: number | null
  tax_cents: number | null
  discount_cents: number | null
  refunded_cents: number
  renewal: boolean
  test: boolean
  created_at: string
  paid_at: string | null
}

export const orderColumns =
  "id,kind,name,mode,state,amount_cents,total_cents,tax_cents,discount_cents,refunded_cents,renewal,test,created_at,paid_at"

export interface SubscriptionRow {
  id: string
  kind: OrderKind
  name: string
  state: SubscriptionState
  /** Per month. */
  amount_cents: number
  started_at: string
  period_ends_at: string | null
  cancel_at: string | null
  ended_at: string | null
}

export const subscriptionColumns =
  "id,kind,name,state,amount_cents,started_at,period_ends_at,cancel_at,ended_at"

/** A subscription's status as a label and a sentence. */
export function standing(row: SubscriptionRow, day: (at: string) => string): { word: string; text: string } {
  const { state, cancel_at, ended_at, period_ends_at } = row
  if (ended_at) return { word: "Ended", text: `It ended on ${day(ended_at)}.` }
  if (cancel_at) return { word: "Canceled", text: `It ends on ${day(cancel_at)} and does not renew.` }
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
    text: period_ends_at ? `It renews on ${day(period_ends_at)}.` : "It renews every month.",
  }
}
