import { html } from "hono/html"
import type { Charge, Dispute, Event, Subscription } from "../shapes.ts"
import { type Markup, money, pageDocument } from "./document.ts"

/** An event with what became of its deliveries. */
export interface ToldEvent {
  event: Event
  /** Deliveries that were taken, of how many. */
  taken: number
  deliveries: number
  /** What our endpoint answered last to one that was not taken; null when it was not reached, or not tried yet. */
  refusal: number | null
}

export interface DeskPage {
  seller: string
  /** Where the SDK of another program finds this sandbox, and its key. */
  apiBase: string
  secretKey: string
  charges: readonly Charge[]
  /** Open disputes by the id of their charge. */
  disputes: ReadonlyMap<string, Dispute>
  subscriptions: readonly Subscription[]
  events: readonly ToldEvent[]
}

/** What the service's own staff pages would show: payments, refunds, disputes, subscriptions, events. */
export function deskPage(page: DeskPage): Markup {
  return pageDocument({
    title: "Payments sandbox",
    shape: "narrow",
    body: html`
<header class="stack">
  <h1>Payments sandbox</h1>
  <p>Stands in for the payment service while no key of it is set. This page is for whoever sits at this machine.</p>
  <details><summary>Use it from another program</summary>
    <p><code>STRIPE_API_BASE=${page.apiBase}</code><br><code>STRIPE_SECRET_KEY=${page.secretKey}</code></p></details>
</header>
<section class="stack" aria-labelledby="payments">
  <h2 id="payments">Payments</h2>
  ${listOf(page.charges, "No payment has been made.", (charge) => chargeRow(charge, page.disputes.get(charge.id)))}
</section>
<section class="stack" aria-labelledby="subscriptions">
  <h2 id="subscriptions">Subscriptions</h2>
  ${listOf(page.subscriptions, "Nobody has subscribed.", subscriptionRow)}
</section>
<section class="stack" aria-labelledby="events">
  <h2 id="events">Events</h2>
  ${listOf(page.events, "Nothing has happened.", eventRow)}
</section>`,
  })
}

function listOf<Item>(items: readonly Item[], none: string, row: (item: Item) => Markup): Markup {
  if (items.length === 0) return html`<p class="muted">${none}</p>`
  return html`<ul class="rows">${items.map(row)}</ul>`
}

function chargeRow(charge: Charge, dispute: Dispute | undefined): Markup {
  const left = charge.amount - charge.amount_refunded
  const words = [
    money(charge.amount, charge.currency),
    charge.status,
    charge.amount_refunded > 0 ? `${money(charge.amount_refunded, charge.currency)} refunded` : "",
    charge.disputed ? "disputed" : "",
  ]
  return html`<li>
    <span>${charge.description ?? charge.id}<br><span class="small muted">${words.filter(Boolean).join(", ")}${charge.receipt_email ? html`, ${charge.receipt_email}` : ""}</span></span>
    <form method="post" class="actions">
      ${charge.paid && !charge.disputed && left > 0 ? [press("refund", charge.id, "Refund"), press("dispute", charge.id, "Dispute")] : ""}
      ${dispute ? [press("dispute-won", dispute.id, "Dispute won"), press("dispute-lost", dispute.id, "Dispute lost")] : ""}
    </form>
  </li>`
}

function subscriptionRow(subscription: Subscription): Markup {
  return html`<li>
    <span>${subscription.description ?? subscription.id}<br><span class="small muted">${subscription.status.replace("_", " ")}</span></span>
    <form method="post">${press("portal", subscription.customer, "Open the portal")}</form>
  </li>`
}

function eventRow({ event, taken, deliveries, refusal }: ToldEvent): Markup {
  const at = new Date(event.created * 1000).toISOString().slice(0, 19).replace("T", " ")
  const waiting = deliveries - taken
  const refused = refusal === null ? "" : `, last answer ${refusal}`
  const fate = waiting > 0 ? `${waiting} on the way${refused}` : `taken${taken > 1 ? ` ${taken} times` : ""}`
  return html`<li>
    <span>${event.type}<br><span class="small muted">${at} UTC, ${fate}</span><br><code>${event.id}</code></span>
    <form method="post">${press("again", event.id, "Send again")}</form>
  </li>`
}

/** One press tells what to do and with what. */
function press(choice: string, id: string, words: string): Markup {
  return html`<button name="press" value="${choice} ${id}">${words}</button>`
}
