import { inDollars } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { OrderKind, OrderState } from "../contract.ts"

/** The columns of an order that mails need. */
export interface MailedOrder {
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
  email: string | null
  payer_name: string | null
  subscription_id: string | null
  dispute_id: string | null
  created_at: Date
  paid_at: Date | null
}

export type WithAddress<Row extends MailedOrder = MailedOrder> = Row & { email: string }

/** A short order number, the first eight digits of the id. */
function orderNumber({ id }: { id: string }): string {
  return id.slice(0, 8)
}

/** The charges line by line, ending with the total. */
export function chargedFacts(order: MailedOrder): [label: string, value: string][] {
  const facts: [string, string][] = [["Order", orderNumber(order)]]
  facts.push(["Item", order.name])
  const total = order.total_cents ?? order.amount_cents
  if (order.discount_cents || order.tax_cents) {
    facts.push(["Price", inDollars(order.amount_cents)])
    if (order.discount_cents) facts.push(["Discount", `-${inDollars(order.discount_cents)}`])
    if (order.tax_cents) facts.push(["Tax", inDollars(order.tax_cents)])
  }
  facts.push(["Total", inDollars(total)])
  if (order.paid_at) facts.push(["Paid on", dayInWords(order.paid_at)])
  return facts
}

/** The URL where a subscription can be canceled from a mail, without signing in. */
export function billingUrl(world: World, orderId: string): string {
  return `${world.settings.siteUrl}/billing/${orderId}/${billingToken(world, orderId)}`
}

export function billingToken(world: Pick<World, "sign">, orderId: string): string {
  return tokenFor(world, "manage-billing", orderId)
}

/** The subject prefix in test mode. */
export function testMark({ test }: { test: boolean }): string {
  return test ? "[Test] " : ""
}

/** The first paragraph of a mail in test mode. */
export function testNote({ test }: { test: boolean }): string[] {
  return test ? ["This was a test. No card was charged, and no money moved."] : []
}

export const questions = `Questions? Reply to this email, or write to ${site.supportEmail}.`

export function replyTo(): Record<string, string> {
  return { "Reply-To": site.supportEmail }
}

export function greeting({ payer_name: name }: MailedOrder): string {
  return name ? `Hello ${name},` : "Hello,"
}
