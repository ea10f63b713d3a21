import { html } from "hono/html"
import type { PortalSession, Subscription } from "../types/billing.ts"
import type { Customer } from "../types/payments.ts"
import { day, type Markup, pageDocument, price } from "./document.ts"

interface PortalPage {
  seller: string
  portal: PortalSession
  customer: Customer
  subscriptions: readonly Subscription[]
  /** The action just taken, in one sentence. */
  done?: string | undefined
}

/** The page where a customer cancels a subscription. */
export function portalPage(page: PortalPage): Markup {
  const { seller, portal, customer, subscriptions } = page
  return pageDocument({
    title: `Your account with ${seller}`,
    shape: "narrow",
    body: html`
<header class="stack">
  ${portal.return_url ? html`<p><a href="${portal.return_url}">Back to ${seller}</a></p>` : ""}
  <h1>Your subscriptions</h1>
  ${customer.email ? html`<p class="muted">${customer.email}</p>` : ""}
  ${page.done ? html`<p role="status">${page.done}</p>` : ""}
</header>
<section class="stack">
  ${subscriptions.length === 0 ? html`<p class="muted">You have no subscription.</p>` : subscriptions.map(subscriptionCard)}
</section>`,
  })
}

function subscriptionCard(subscription: Subscription): Markup {
  const [item] = subscription.items.data
  const ends = item.current_period_end
  return html`<form method="post" class="card">
    <input type="hidden" name="subscription" value="${subscription.id}">
    <h2>${subscription.description ?? "Subscription"}</h2>
    <p><strong>${price(item.price)}</strong><br><span class="muted">${stateWords(subscription, ends)}</span></p>
    ${subscription.status === "canceled" ? "" : actions(subscription)}
  </form>`
}

function stateWords(subscription: Subscription, ends: number): string {
  if (subscription.status === "canceled") return `Ended on ${day(subscription.ended_at ?? ends)}.`
  if (subscription.cancel_at_period_end)
    return `Canceled. It ends on ${day(ends)}, and you will not be charged again.`
  if (subscription.status === "past_due") return "The last payment did not go through."
  return `Renews on ${day(ends)}.`
}

function actions(subscription: Subscription): Markup {
  return html`
    <div class="actions">
      ${
        subscription.cancel_at_period_end
          ? html`<button name="choice" value="resume">Keep the subscription</button>`
          : html`<button name="choice" value="cancel">Cancel the subscription</button>`
      }
      ${subscription.status === "past_due" ? html`<button name="choice" value="pay">Pay the open invoice</button>` : ""}
    </div>
    <details>
      <summary>Simulate the next renewal</summary>
      <div class="actions">
        <button name="choice" value="renew">${subscription.cancel_at_period_end ? "End the period now" : "Renew now"}</button>
        ${subscription.cancel_at_period_end ? "" : html`<button name="choice" value="renew-fails">Renew now, with a declined card</button>`}
      </div>
    </details>`
}

/** The page for a link that does not exist or is no longer valid. */
export function expiredLinkPage(): Markup {
  return pageDocument({
    title: "This link has expired",
    shape: "narrow",
    body: html`<section class="stack"><h1>This link has expired</h1>
      <p>Open the page again from your account or from the email with your receipt.</p>
      <p class="actions"><a class="button" href="/">Return to Home</a></p></section>`,
  })
}
