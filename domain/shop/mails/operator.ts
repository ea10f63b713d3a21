import { consoleLink } from "#domain/console-link.ts"
import { renderMail, toOperator } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"
import { chargedFacts, type MailedOrder, testMark, testNote } from "./order.ts"

/** To an operator: an order is ready to be fulfilled. `waited`: false for a prize that no longer awaits payment. */
export function paidMail(
  to: string,
  order: MailedOrder,
  { waited, siteUrl }: { waited: boolean; siteUrl: string },
): MailMessage {
  const buyer = [order.payer_name, order.email && `<${order.email}>`].filter(Boolean).join(" ")
  return {
    to,
    kind: "order.operator",
    ...(order.email ? { headers: { "Reply-To": order.email } } : {}),
    ...renderMail({
      subject: `${testMark(order)}Paid: ${order.name}`,
      heading: `Paid: ${order.name}`,
      paragraphs: [
        ...testNote(order),
        ...(waited
          ? []
          : ["The prize is no longer waiting for this payment (withdrawn, or already paid). Refund it."]),
      ],
      facts: [...chargedFacts(order), ...(buyer ? [["Buyer", buyer] as [string, string]] : [])],
      button: inConsole(order, siteUrl),
      footnote: toOperator(siteUrl),
    }),
  }
}

/** To an operator: a payment was disputed and needs a response. */
export function disputeMail(to: string, order: MailedOrder, siteUrl: string): MailMessage {
  return {
    to,
    kind: "order.disputed",
    ...renderMail({
      subject: `${testMark(order)}Disputed: ${order.name}`,
      heading: "A payment is disputed",
      paragraphs: [
        ...testNote(order),
        "The buyer’s bank wants the money back. Respond in the payment service’s dashboard before the deadline; if you do not, the money is lost.",
      ],
      facts: [
        ...chargedFacts(order),
        ...(order.dispute_id ? [["Dispute", order.dispute_id] as [string, string]] : []),
      ],
      button: inConsole(order, siteUrl),
      footnote: toOperator(siteUrl),
    }),
  }
}

function inConsole({ id }: MailedOrder, siteUrl: string) {
  return { label: "Open in the console", url: consoleLink(siteUrl, `/orders/${id}`) }
}
