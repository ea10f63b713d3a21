import { html } from "hono/html"
import type { Invoice, PortalSession, Subscription } from "../types/billing.ts"
import type { Customer } from "../types/payments.ts"
import { day, type Markup, money, pageDocument, rhythm } from "./document.ts"

interface PortalPage {
  seller: string
  portal: PortalSession
  customer: Customer
  subscriptions: readonly Subscription[]
  invoices: readonly Invoice[]
  /** What was just done, in one sentence. */
  done?: string | undefined
}

/** The page where a customer cancels a subscription and finds invoices. */
export function portalPage(page: PortalPage): Markup {
  const { seller, portal, customer, subscriptions, invoices } = page
  return pageDocument({
    title: `Your account with ${seller}`,
    shape: "narrow",
    body: html`
<header class="stack">
  ${portal.return_url ? html`<p><a href="${portal.return_url}">Back to ${seller}</a></p>` : ""}
  <h1>Your subscriptions and invoices</h1>
  ${customer.email ? html`<p class="muted">${customer.email}</p>` : ""}
  ${page.done ? html`<p role="status">${page.done}</p>` : ""}
</header>
<section class="stack" aria-labelledby="subscriptions">
  <h2 id="subscriptions">Subscriptions</h2>
  ${subscriptions.length === 0 ? html`<p class="muted">You have no subscription.</p>` : subscriptions.map(subscriptionCard)}
</section>
<section class="stack" aria-labelledby="invoices">
  <h2 id="invoices">Invoices</h2>
  ${invoices.length === 0 ? html`<p class="muted">There are no invoices yet.</p>` : html`<ul class="rows">${invoices.map(invoiceRow)}</ul>`}
</section>`,
  })
}

function subscriptionCard(subscription: Subscription): Markup {
  const [item] = subscription.items.data
  const ends = item?.current_period_end ?? subscription.created
  const price = item
    ? `${money(item.price.unit_amount * item.quantity, item.price.currency)}${rhythm(item.price.recurring)}`
    : ""
  return html`<form method="post" class="card">
    <input type="hidden" name="subscription" value="${subscription.id}">
    <h3>${subscription.description ?? "Subscription"}</h3>
    <p><strong>${price}</strong><br><span class="muted">${stateWords(subscription, ends)}</span></p>
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

function invoiceRow(invoice: Invoice): Markup {
  return html`<li>
    <span><a href="${invoice.hosted_invoice_url}">${invoice.number}</a> <span class="muted">${day(invoice.created)}</span></span>
    <span>${money(invoice.total, invoice.currency)}, ${invoice.status}</span>
  </li>`
}

/** One invoice, to read and to print. */
export function invoicePage(seller: string, invoice: Invoice): Markup {
  const discount = invoice.subtotal - invoice.total
  return pageDocument({
    title: `Invoice ${invoice.number}`,
    shape: "narrow",
    body: html`
<header class="stack">
  <p class="muted">${seller}</p>
  <h1>Invoice ${invoice.number}</h1>
  <p>${day(invoice.created)}, ${invoice.status === "paid" ? "paid" : "not paid yet"}${invoice.customer_email ? html`<br>${invoice.customer_email}` : ""}</p>
</header>
<dl class="sums">
  ${invoice.lines.data.map(
    (
      line,
    ) => html`<div><dt>${line.description}<br><span class="small muted">${day(line.period.start)} to ${day(line.period.end)}</span></dt>
    <dd>${money(line.amount, line.currency)}</dd></div>`,
  )}
  ${discount > 0 ? html`<div><dt>Discount</dt><dd>−${money(discount, invoice.currency)}</dd></div>` : ""}
  <div class="total"><dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd></div>
  <div><dt>Paid</dt><dd>${money(invoice.amount_paid, invoice.currency)}</dd></div>
</dl>`,
  })
}

/** For a link that does not exist or is no longer valid. */
export function expiredLinkPage(): Markup {
  return pageDocument({
    title: "This link has expired",
    shape: "narrow",
    body: html`<section class="stack"><h1>This link has expired</h1>
      <p>Open the page again from your account or from the email with your receipt.</p>
      <p class="actions"><a class="button" href="/">Return to Home</a></p></section>`,
  })
}
