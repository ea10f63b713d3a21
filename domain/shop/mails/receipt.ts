import { inDollars } from "#content/amounts.ts"
import { donation } from "#content/donation.ts"
import { renewalTermsInReceipt } from "#content/renewal-terms.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import {
  billingUrl,
  chargedFacts,
  greeting,
  questions,
  replyTo,
  testMark,
  testNote,
  type WithAddress,
} from "./order.ts"

/** To the buyer or donor, once per payment. @param nextOn when a subscription renews, if known */
export function receiptMail(world: World, order: WithAddress, nextOn: Date | null): MailMessage {
  const monthly = order.mode === "subscription"
  const next = monthly && nextOn ? [["Next payment", dayInWords(nextOn)] as [string, string]] : []
  return {
    to: order.email,
    kind: "order.receipt",
    headers: replyTo(),
    ...renderMail({
      subject: `${testMark(order)}${subject(order)}`,
      heading: heading(order),
      paragraphs: [greeting(order), ...testNote(order), ...whatNow(order)],
      facts: [...chargedFacts(order), ...next],
      ...(monthly ? { button: { label: "Manage or cancel", url: billingUrl(world, order.id) } } : {}),
      footnote: monthly ? `${renewalTermsInReceipt(inDollars(order.amount_cents))} ${questions}` : questions,
    }),
  }
}

function subject({ kind, name, renewal }: WithAddress): string {
  if (kind === "donation") return `Thank you for your gift to ${site.name}`
  return renewal ? `Your ${name} payment for this month` : `Your receipt: ${name}`
}

function heading({ kind, renewal }: WithAddress): string {
  if (kind === "donation") return "Thank you"
  return renewal ? "Paid for another month" : "Payment received"
}

function whatNow({ kind, name, renewal }: WithAddress): string[] {
  if (kind === "donation") {
    const split = donation.split.map(({ percent, label }) => `${percent}% to ${label}`).join(", ")
    return [
      `We have received your gift. Here is how we plan to use it: ${split}. You received no goods or services in return.`,
    ]
  }
  if (kind === "shipping") return ["Your shipping is paid. We will email you when your prize is on its way."]
  if (renewal) return [`Your subscription to ${name} continues.`]
  return [
    `Thank you for buying ${name}. Someone from our team will email you within two business days to get started.`,
  ]
}
