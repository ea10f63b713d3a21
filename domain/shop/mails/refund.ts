import { inDollars } from "#content/amounts.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"
import { chargedFacts, greeting, questions, replyTo, testMark, testNote, type WithAddress } from "./order.ts"

/** To the buyer: a refund was made. @param newCents the amount refunded since the last such mail */
export function refundMail(order: WithAddress, newCents: number): MailMessage {
  return {
    to: order.email,
    kind: "order.refunded",
    headers: replyTo(),
    ...renderMail({
      subject: `${testMark(order)}Your refund: ${inDollars(newCents)} for ${order.name}`,
      heading: "Your money is on its way back",
      paragraphs: [
        greeting(order),
        ...testNote(order),
        `We sent ${inDollars(newCents)} back to the card or account you paid with. Banks take five to ten days to show it.`,
      ],
      facts: [...chargedFacts(order), ["Refunded", inDollars(order.refunded_cents)]],
      footnote: questions,
    }),
  }
}
