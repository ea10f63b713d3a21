import { html } from "hono/html"
import { lateSeconds } from "../deliveries.ts"
import { debitSeconds } from "../pay.ts"
import { promotions } from "../promotions.ts"
import type { SessionHidden } from "../sessions.ts"
import type { Session } from "../types/checkout.ts"
import type { DeliveryStyle } from "../unit-of-work.ts"
import { type Markup, money, pageDocument, price } from "./document.ts"

interface PayPage {
  seller: string
  session: Session
  hidden: SessionHidden
  /** The address of the session's customer; it cannot be changed here. */
  customerEmail: string | null
  /** The values entered before, or known already. */
  typed: { email: string; name: string }
  webhook: DeliveryStyle
  /** The problem, in one sentence. */
  problem?: string | undefined
}

const webhooks: readonly { value: DeliveryStyle; words: string }[] = [
  { value: "normal", words: "At once" },
  { value: "twice", words: "Each one twice" },
  { value: "late", words: `${lateSeconds} seconds late` },
  { value: "reversed", words: "In the wrong order" },
]

/** The page on which to pay, simulate a failure, or cancel. Works without scripts. */
export function payPage(page: PayPage): Markup {
  const { session, hidden } = page
  return pageDocument({
    title: `Pay ${page.seller}`,
    shape: "pay",
    body: html`
${page.problem ? html`<p role="alert" id="problem">${page.problem}</p>` : ""}
<section class="stack roomy" aria-label="What you buy">
  <p class="muted">${session.mode === "subscription" ? "Subscribe to" : "Pay"} ${page.seller}</p>
  <h1>${hidden.line.name}</h1>
  ${sums(session, hidden)}
  ${
    session.total_details.amount_discount > 0 && hidden.line.price.recurring
      ? html`<p class="small muted">Then ${price(hidden.line.price)}.</p>`
      : ""
  }
  ${session.allow_promotion_codes ? promotionForm(session) : ""}
</section>
<form method="post" class="stack roomy">
  ${fields(page)}
  <div class="stack">
    <p class="small muted">Paid with a test card that ends in 4242. There is nothing to type, and nothing is charged.</p>
    ${terms(session)}
    <button class="main" name="choice" value="pay">${payWords(session)}</button>
    <div class="actions">
      <button name="choice" value="fail">Let the payment fail</button>
      ${session.cancel_url ? html`<a class="button" href="${session.cancel_url}">Cancel and go back</a>` : ""}
    </div>
  </div>
  <fieldset>
    <legend>How the webhooks arrive</legend>
    ${webhooks.map(
      ({ value, words }) =>
        html`<label class="choice"><input type="radio" name="webhook" value="${value}" ${page.webhook === value ? "checked" : ""}> ${words}</label>`,
    )}
  </fieldset>
  ${session.mode === "payment" && session.amount_total > 0 ? debits() : ""}
</form>`,
  })
}

function sums(session: Session, { line }: SessionHidden): Markup {
  const { amount_discount } = session.total_details
  return html`<dl class="sums">
    <div><dt>${line.name}</dt><dd>${price(line.price)}</dd></div>
    ${amount_discount > 0 ? html`<div><dt>Discount</dt><dd>−${money(amount_discount, session.currency)}</dd></div>` : ""}
    <div class="total"><dt>Due today</dt><dd>${money(session.amount_total, session.currency)}</dd></div>
  </dl>`
}

function fields({ customerEmail, typed, problem }: PayPage): Markup {
  const wrong = problem?.includes("email") ? html`aria-invalid="true" aria-describedby="problem"` : ""
  return html`<div class="stack">
    <label>Email
      <input type="email" name="email" required maxlength="254" autocomplete="email" value="${customerEmail ?? typed.email}" ${customerEmail ? "readonly" : ""} ${wrong}></label>
    <label>Name <span class="muted small">(optional)</span>
      <input type="text" name="name" maxlength="150" autocomplete="name" value="${typed.name}"></label>
  </div>`
}

/** A separate form, because the Enter key in any other field pays. */
function promotionForm(session: Session): Markup {
  const used = promotions.find((one) => one.id === session.discounts[0]?.promotion_code)
  const codes = promotions.map((one) => `${one.code} takes ${one.percentOff}% off`).join(", ")
  return html`<form method="post" class="stack">
    <div class="joined">
      <label>Promotion code
        <input type="text" name="promotion" maxlength="40" autocomplete="off" autocapitalize="characters" value="${used?.code ?? ""}"></label>
      <button name="choice" value="promotion">Apply</button>
    </div>
    <p class="small muted">${codes}.</p>
  </form>`
}

/** The seller's text above the button. */
function terms(session: Session): Markup | string {
  const { submit } = session.custom_text
  return submit ? html`<p class="small">${submit.message}</p>` : ""
}

function payWords(session: Session): string {
  if (session.mode === "subscription") return "Subscribe"
  const amount = money(session.amount_total, session.currency)
  return session.submit_type === "donate" ? `Donate ${amount}` : `Pay ${amount}`
}

function debits(): Markup {
  return html`<details>
    <summary>Pay by bank debit instead</summary>
    <div class="stack">
      <p class="small muted">A bank debit takes time: the bank decides ${debitSeconds} seconds after you are back in the shop.</p>
      <div class="actions">
        <button name="choice" value="debit">Debit that clears</button>
        <button name="choice" value="debit-fails">Debit that is refused</button>
      </div>
    </div>
  </details>`
}

/** The page for a session that is over. */
export function closedPage(seller: string, session: Session, next: string | null): Markup {
  const paid = session.status === "complete"
  return pageDocument({
    title: paid ? "Already paid" : "This page has expired",
    shape: "narrow",
    body: html`<section class="stack">
      <h1>${paid ? "Already paid" : "This page has expired"}</h1>
      <p>${paid ? "This payment was received. You will not be charged twice." : `Nothing was charged. Start again in the shop of ${seller}.`}</p>
      ${next ? html`<p class="actions"><a class="button" href="${next}">Back to ${seller}</a></p>` : ""}
    </section>`,
  })
}
