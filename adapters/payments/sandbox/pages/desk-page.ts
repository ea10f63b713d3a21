import { html } from "hono/html"
import type { Subscription } from "../types/billing.ts"
import type { Event } from "../types/event.ts"
import type { Charge, Dispute } from "../types/payments.ts"
import { type Markup, money, pageDocument } from "./document.ts"

/** An event with the state of its deliveries. */
export interface DeliveredEvent {
  event: Event
  deliveries: number
  /** How many of them our endpoint has accepted. */
  delivered: number
  /** Our endpoint's last status for a delivery that it has not accepted; null when it was not reached, or not tried yet. */
  lastStatus: number | null
}

export interface DeskPage {
  /** STRIPE_API_BASE and STRIPE_SECRET_KEY for the SDK of another program. */
  apiBase: string
  secretKey: string
  charges: readonly Charge[]
  /** Open disputes by the id of their charge. */
  disputes: ReadonlyMap<string, Dispute>
  subscriptions: readonly Subscription[]
  events: readonly DeliveredEvent[]
}

/** In the place of Stripe's dashboard: payments, refunds, disputes, subscriptions, events. */
export function deskPage(page: DeskPage): Markup {
  return pageDocument({
    title: "Payments sandbox",
    shape: "narrow",
    body: html`
<header class="stack">
  <h1>Payments sandbox</h1>
  <p>Takes the place of Stripe while no Stripe key is set. Only this machine can open this page.</p>
  <details><summary>Use it from another program</summary>
    <p><code>STRIPE_API_BASE=${page.apiBase}</code><br><code>STRIPE_SECRET_KEY=${page.secretKey}</code></p></details>
</header>
<section class="stack" aria-labelledby="payments">
  <h2 id="payments">Payments</h2>
  ${listOf(page.charges, "There are no payments yet.", (charge) => chargeRow(charge, page.disputes.get(charge.id)))}
</section>
<section class="stack" aria-labelledby="subscriptions">
  <h2 id="subscriptions">Subscriptions</h2>
  ${listOf(page.subscriptions, "There are no subscriptions yet.", subscriptionRow)}
</section>
<section class="stack" aria-labelledby="events">
  <h2 id="events">Events</h2>
  ${listOf(page.events, "There are no events yet.", eventRow)}
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

function eventRow({ event, delivered, deliveries, lastStatus }: DeliveredEvent): Markup {
  const at = new Date(event.created * 1000).toISOString().slice(0, 19).replace("T", " ")
  const pending = deliveries - delivered
  const status = lastStatus === null ? "" : `, last status ${lastStatus}`
  const times = delivered > 1 ? ` ${delivered} times` : ""
  return html`<li>
    <span>${event.type}<br><span class="small muted">${at} UTC, ${pending > 0 ? `${pending} pending${status}` : `delivered${times}`}</span><br><code>${event.id}</code></span>
    <form method="post">${press("again", event.id, "Send again")}</form>
  </li>`
}

/** A button whose value names the action and its object. */
function press(choice: string, id: string, words: string): Markup {
  return html`<button name="press" value="${choice} ${id}">${words}</button>`
}
