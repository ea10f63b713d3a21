import { data, useLoaderData } from "react-router"
import { inDollars } from "#content/amounts.ts"
import {
  endOrderSubscription,
  fulfillOrder,
  noteOnOrder,
  refundFromConsole,
  resendFromConsole,
} from "#domain/operator/orders/order-commands.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { type BookedOrder, hasRunningSubscription, planRefund, showOrder } from "#domain/shop/books.ts"
import { toCents } from "#domain/shop/catalog.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { useSent } from "../frame/use-sent.ts"
import { ConfirmRefund, DeliveryForm, MoreForms, RefundForm } from "./order-forms.tsx"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/orders")
  const order = await orderOf(args)
  const lines = await linesAbout(world.db, { subject: "order", id: order.id })
  const money = (cents: number | null) => (cents === null ? "" : inDollars(cents))
  const moment = (at: Date | null) => (at ? momentInWords(at) : "")
  return {
    row: toRow(order),
    left: order.paidAt ? (order.totalCents ?? 0) - order.refundedCents : 0,
    running: hasRunningSubscription(order),
    stored: order.fulfillment,
    paid: order.paidAt !== null,
    facts: [
      ["Order number", order.id.slice(0, 8)],
      ["Buyer", [order.payerName, order.email].filter(Boolean).join(", ") || "erased"],
      ["Price", money(order.amountCents)],
      ["Discount", money(order.discountCents)],
      ["Tax", money(order.taxCents)],
      ["Total", money(order.totalCents)],
      ["Refunded", order.refundedCents > 0 ? money(order.refundedCents) : ""],
      ["Paid", moment(order.paidAt)],
      ["Dispute", order.disputeState ?? ""],
      ["Subscription", order.subscriptionState ?? ""],
      ["Paid until", moment(order.periodEndsAt)],
      ["Ends", moment(order.cancelAt)],
      ["Payment", order.paymentId ?? ""],
    ].filter(([, value]) => value !== "") as [string, string][],
    lines: lines.map((line) => ({ ...line, at: momentInWords(line.at) })),
  }
}

async function orderOf(args: RouteArgs): Promise<BookedOrder> {
  const { world } = enter(args, "/orders")
  const shown = await showOrder(world, args.params.id ?? "")
  if (!shown.ok) throw data(null, { status: 404 })
  return shown.order
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/orders")
  const { request } = args
  const order = await orderOf(args)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const what = text("do")
  if (what === "refund") return refund(world, operator, { order, form, request })
  if (what === "cancel-period-end") {
    const ended = await endOrderSubscription(world, operator, { order, when: "period-end" })
    if (!ended.ok) return refused(ended.code, words, request)
    return { ok: true, text: "The subscription will end. The buyer gets an email." } satisfies Answer
  }
  if (what === "receipt") {
    const sent = await resendFromConsole(world, operator, order)
    if (!sent.ok) return refused(sent.code, words, request)
    return { ok: true, text: `The receipt is on its way to ${sent.to}.` } satisfies Answer
  }
  if (what === "note") {
    if (text("text") === "") return { ok: false, text: "Write the note first." } satisfies Answer
    const noted = await noteOnOrder(world, operator, order, text("text").slice(0, 1000))
    return noted.ok ? ({ ok: true, text: "Noted." } satisfies Answer) : refused(noted.code, words, request)
  }
  const fulfillment = fulfillments.find((one) => one === what)
  if (!fulfillment) return { ok: false, text: "Choose what to do." } satisfies Answer
  const done = await fulfillOrder(world, operator, { id: order.id, fulfillment })
  return done.ok ? ({ ok: true, text: "Saved." } satisfies Answer) : refused(done.code, words, request)
}

/** The first response shows what would happen; once the order number is typed, it happens. */
async function refund(
  world: World,
  operator: Operator,
  { order, form, request }: { order: BookedOrder; form: FormData; request: Request },
) {
  const typed = String(form.get("amount") ?? "").trim()
  const amountCents = typed === "" ? undefined : toCents(Number(typed.replace(/^\$/, "")))
  if (amountCents === null || (amountCents !== undefined && amountCents <= 0))
    return { ok: false, text: "Enter the amount as dollars and cents, such as 12.50." } satisfies Answer
  const planned = planRefund(order, amountCents)
  const isNamed = String(form.get("number") ?? "").toLowerCase() === order.id.slice(0, 8)
  // A second tap shows the result of the first one.
  if (!planned.ok && !isNamed) return refused(planned.code, words, request)
  const subscription = String(form.get("subscription") ?? "")
  const running = hasRunningSubscription(order)
  if (running && subscription !== "end" && subscription !== "keep")
    return {
      ok: false,
      text: "Choose whether the subscription ends. If not, it charges again next month.",
    } satisfies Answer
  const reason = String(form.get("reason") ?? "").slice(0, 1000)
  const seen = Number(form.get("seen") ?? order.refundedCents)
  const cents = planned.ok ? planned.amountCents : 0
  if (!isNamed)
    return {
      preview: {
        amount: typed,
        cents,
        subscription,
        reason,
        seen: order.refundedCents,
        again: form.has("number"),
      },
    }
  const endSubscription = running && subscription === "end"
  const asSeen = { ...order, refundedCents: seen }
  const done = await refundFromConsole(world, operator, {
    order: asSeen,
    amountCents,
    endSubscription,
    reason,
  })
  if (!done.ok) return refused(done.code, words, request)
  return {
    ok: true,
    text: `Refunded ${inDollars(cents)}${endSubscription ? ", and the subscription has ended" : ""}. The buyer gets an email.`,
  } satisfies Answer
}

export default function Order() {
  const { row, left, running, stored, paid, facts, lines } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  return (
    <Page title={`Order ${row.number}`} text={`${row.product}, ${row.total}, ${row.state.toLowerCase()}`}>
      <Answered />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-5">
          {sent && "preview" in sent && sent.preview ? (
            <ConfirmRefund {...sent.preview} number={row.number} email={row.email} running={running} />
          ) : (
            left > 0 && <RefundForm left={left} running={running} />
          )}
          {paid && <DeliveryForm stored={stored} />}
          <Panel title="Notes and journal">
            <JournalLines lines={lines} />
          </Panel>
        </div>
        <div className="grid content-start gap-5">
          <Panel title="About">
            <Facts facts={facts} />
          </Panel>
          <MoreForms paid={paid && row.email !== ""} running={running} notes={lines.length} />
        </div>
      </div>
    </Page>
  )
}
