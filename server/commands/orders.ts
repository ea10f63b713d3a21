/** `npm run orders -- ...`: lists orders and donations, refunds them and cancels subscriptions. */
import { userInfo } from "node:os"
import { createInterface } from "node:readline/promises"
import { inDollars } from "#content/amounts.ts"
import type { ActRefusal } from "#domain/operator/journal.ts"
import { endOrderSubscription, refundFromConsole } from "#domain/operator/orders/order-commands.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import {
  type BookedOrder,
  hasRunningSubscription,
  listOrders,
  type MoneyRefusal,
  orderStates,
  showOrder,
} from "#domain/shop/books.ts"
import { toCents } from "#domain/shop/catalog.ts"
import type { OrderState } from "#domain/shop/contract.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { readArguments } from "./arguments.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run orders -- <command>

  list [--state pending|paid|failed|expired|refunded|disputed]
                              newest first; orders that were ever paid unless a state is given
  show <id>                   one order with its ids at the payment service
  refund <id> [--amount <dollars>] [--cancel-subscription | --keep-subscription]
                              refunds the rest, or this amount; the buyer gets an email. A refund of the rest asks
                              whether to end the order's subscription immediately, unless an option says so
  cancel <id> [--now]         ends the order's subscription after the paid month, or immediately

An id may be shortened to its first characters.
`

const { values, positionals } = readArguments(usage, {
  state: { type: "string" },
  amount: { type: "string" },
  now: { type: "boolean", default: false },
  "cancel-subscription": { type: "boolean", default: false },
  "keep-subscription": { type: "boolean", default: false },
})
const [command = "", argument = "", ...more] = positionals
const isState = (text: string | undefined): text is OrderState => orderStates.some((one) => one === text)
const complete =
  more.length === 0 &&
  !(values["cancel-subscription"] && values["keep-subscription"]) &&
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
    return say(found.map(line).join("\n") || "There are no orders.")
  }
  const shown = await showOrder(world, argument)
  if (!shown.ok)
    return say(
      shown.code === "ambiguous"
        ? "Several ids start like this: enter more of the id."
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
  const left = (order.totalCents ?? 0) - order.refundedCents
  const running = (amountCents ?? left) === left && hasRunningSubscription(order)
  const keepSubscription = running ? await keeps() : true
  if (keepSubscription === null)
    return say(
      "This order's subscription would charge again. Add --cancel-subscription to end it immediately, or --keep-subscription.",
      2,
    )
  const refunded = await refundFromConsole(world, operatorOf(world), {
    order,
    amountCents,
    endSubscription: running && !keepSubscription,
  })
  if (!refunded.ok) return say(refusal(refunded, order), 1)
  const ended = running && !keepSubscription ? " The subscription has ended." : ""
  const buyer = order.email ? ` ${order.email} gets an email.` : ""
  return say(
    `Refunded ${inDollars(refunded.refundedCents)} of ${inDollars(order.totalCents ?? 0)}.${ended}${buyer}`,
  )
}

/**
 * Whether the subscription continues, by the options or the answer at a terminal; null when there is no
 * terminal to ask.
 */
async function keeps(): Promise<boolean | null> {
  if (values["keep-subscription"]) return true
  if (values["cancel-subscription"]) return false
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      "This order's subscription would charge again. End it immediately, together with the refund? [Y/n] ",
    )
    return /^n(o)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

async function cancel(world: World, order: BookedOrder): Promise<number> {
  const when = values.now ? "now" : "period-end"
  const canceled = await endOrderSubscription(world, operatorOf(world), { order, when })
  if (!canceled.ok) return say(refusal(canceled, order), 1)
  return say(`The subscription ends ${canceled.endsAt ? `on ${time(canceled.endsAt)}` : "immediately"}.`)
}

function operatorOf(world: World) {
  return shellOperator(userInfo().username, world.now())
}

type OrderRefusal = ActRefusal | MoneyRefusal | Refusal<"changed" | "unchanged">

function refusal(refused: OrderRefusal, order: BookedOrder): string {
  const left = (order.totalCents ?? 0) - order.refundedCents
  const sentences: Record<OrderRefusal["code"], string> = {
    not_allowed: "This takes the role owner.",
    proof_needed: "This takes two-step sign-in.",
    busy: "Another command about this order is still running. Try again in a moment.",
    already_done: "It is already done.",
    already_undone: "It is already undone.",
    changed: "Someone has changed this order since. Look at it again.",
    unchanged: "The subscription has already ended, or ends after the paid month.",
    payments_off: "No payment service is configured (STRIPE_SECRET_KEY).",
    not_paid: "This order was not paid.",
    too_much:
      left > 0 ? `Only ${inDollars(left)} is left to refund.` : "The order is already fully refunded.",
    no_subscription: "This order has no subscription.",
    refused: `The payment service refused: ${"message" in refused ? refused.message : ""}`,
  }
  return sentences[refused.code]
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
