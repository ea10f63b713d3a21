import { inDollars } from "#content/amounts.ts"
import type { BookedOrder } from "#domain/shop/books.ts"
import { momentInWords } from "#domain/site-clock.ts"

/** An order as plain text, for the page and for the CSV file. */
export interface OrderRow {
  id: string
  /** The order number, as in the buyer's mails. */
  number: string
  product: string
  buyer: string
  email: string
  created: string
  /** In dollars. */
  total: string
  refunded: string
  state: string
  fulfillment: string
}

export const stateWords = {
  pending: "Pending",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  refunded: "Refunded",
  disputed: "Disputed",
} as const

export const fulfillmentWords = { open: "To do", "in-progress": "In progress", done: "Done" } as const

export function toRow(order: BookedOrder): OrderRow {
  const { renewal, test } = order
  const marks = [renewal ? "renewal" : "", test ? "test" : ""].filter(Boolean).join(", ")
  return {
    id: order.id,
    number: order.id.slice(0, 8),
    product: marks ? `${order.name} (${marks})` : order.name,
    buyer: order.payerName ?? "",
    email: order.email ?? "",
    created: momentInWords(order.createdAt),
    total: inDollars(order.totalCents ?? order.amountCents),
    refunded: order.refundedCents > 0 ? inDollars(order.refundedCents) : "",
    state: stateWords[order.state],
    fulfillment: order.paidAt ? fulfillmentWords[order.fulfillment] : "",
  }
}
