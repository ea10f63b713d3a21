/** `npm run orders -- ...`: what was bought and given, and giving money back. */
import { parseArgs } from "node:util"
import { inDollars } from "#content/amounts.ts"
import {
  type BookedOrder,
  cancelOrder,
  listOrders,
  type MoneyRefusal,
  orderStates,
  refundOrder,
  showOrder,
} from "#domain/shop/books.ts"
import { toCents } from "#domain/shop/catalog.ts"
import type { OrderState } from "#domain/shop/contract.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run orders -- <command>

  list [--state pending|paid|failed|expired|refunded|disputed]
                              the latest first; what was ever paid when no state is given
  show <id>                   one order with its names at the payment service
  refund <id> [--amount <dollars>]
                              gives back all that is left, or so much of it; the buyer is told by mail
  cancel <id> [--now]         ends the order's subscription with the month that is paid for, or at once

The beginning of an id is enough.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: "string" },
    amount: { type: "string" },
    now: { type: "boolean", default: false },
  },
})
const [command = "", argument = "", ...more] = positionals
const isState = (text: string | undefined): text is OrderState => orderStates.some((one) => one === text)
const complete =
  more.length === 0 &&
  (command === "list"
    ? argument === "" && (values.state === undefined || isState(values.state))
    : ["show", "refund", "cancel"].includes(command) && argument !== "")

if (!complete) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withWorld("orders", run)
}

async function run(world: World): Promise<number> {
  if (command === "list") {
    const found = await listOrders(world, isState(values.state) ? { state: values.state } : {})
    return say(found.map(line).join("\n") || "Nothing is here.")
  }
  const shown = await showOrder(world, argument)
  if (!shown.ok)
    return say(
      shown.code === "ambiguous"
        ? "Several begin like this: give more of the id."
        : "There is no such order.",
      1,
    )
  const { order } = shown
  if (command === "refund") return refund(world, order)
  if (command === "cancel") return cancel(world, order)
  return say(details(order))
}

async function refund(world: World, order: BookedOrder): Promise<number> {
  const amountCents = values.amount === undefined ? undefined : toCents(Number(values.amount))
  if (amountCents === null || (amountCents !== undefined && amountCents <= 0))
    return say("--amount must be dollars and cents, for example --amount 12.50", 2)
  const refunded = await refundOrder(world, order, amountCents)
  if (!refunded.ok) return say(refusal(refunded, order), 1)
  const buyer = order.email ? ` ${order.email} is told by mail.` : ""
  return say(
    `${inDollars(refunded.refundedCents)} of ${inDollars(order.totalCents ?? 0)} are given back.${buyer}`,
  )
}

async function cancel(world: World, order: BookedOrder): Promise<number> {
  const cancelled = await cancelOrder(world, order, values.now ? "now" : "period-end")
  if (!cancelled.ok) return say(refusal(cancelled, order), 1)
  return say(`The subscription ends ${cancelled.endsAt ? `on ${time(cancelled.endsAt)}` : "at once"}.`)
}

function refusal({ code, message }: MoneyRefusal, order: BookedOrder): string {
  const left = (order.totalCents ?? 0) - order.refundedCents
  const sentences: Record<MoneyRefusal["code"], string> = {
    payments_off: "No payment service is set up here (STRIPE_SECRET_KEY).",
    not_paid: "Nothing was paid for this order.",
    too_much: left > 0 ? `Only ${inDollars(left)} are left.` : "Everything was given back already.",
    no_subscription: "This order has no subscription.",
    refused: `The payment service refused: ${message}`,
  }
  return sentences[code]
}

function line(order: BookedOrder): string {
  const { id, createdAt, state, name, totalCents, amountCents, email, renewal, test } = order
  const notes = [renewal ? "renewal" : "", test ? "test" : ""].filter(Boolean).join(", ")
  const amount = inDollars(totalCents ?? amountCents).padStart(9)
  return `${id.slice(0, 8)}  ${time(createdAt)}  ${state.padEnd(8)}  ${amount}  ${name}  ${email ? `<${email}>` : ""}${notes ? `  (${notes})` : ""}`
}

function details(order: BookedOrder): string {
  const money = (cents: number | null) => (cents === null ? null : inDollars(cents))
  const facts: [string, string | null][] = [
    ["id", order.id],
    ["price", money(order.amountCents)],
    ["discount", money(order.discountCents)],
    ["tax", money(order.taxCents)],
    ["total", money(order.totalCents)],
    ["refunded", money(order.refundedCents)],
    ["paid at", order.paidAt && time(order.paidAt)],
    ["dispute", order.disputeState],
    ["buyer", [order.payerName, order.email].filter(Boolean).join(", ") || null],
    ["account", order.userId],
    ["session", order.sessionId],
    ["payment", order.paymentId],
    ["invoice", order.invoiceId],
    [
      "subscription",
      order.subscriptionId && `${order.subscriptionId} (${order.subscriptionState ?? "unknown"})`,
    ],
    ["paid until", order.periodEndsAt && time(order.periodEndsAt)],
    ["ends", order.cancelAt && time(order.cancelAt)],
  ]
  const shown = facts.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(13)} ${value}`]))
  return [line(order), "", ...shown].join("\n")
}

function time(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", " ")
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}
