import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { MailMessage } from "#ports/mail.ts"
import { greeting, replyTo, testMark, testNote, type WithAddress } from "./order.ts"

/** To the buyer: a subscription was canceled, and until when it remains active. @param endsAt null when it has ended */
export function cancelledMail(order: WithAddress, endsAt: Date | null): MailMessage {
  const { name } = order
  return {
    to: order.email,
    kind: "order.cancelled",
    headers: replyTo(),
    ...renderMail({
      subject: `${testMark(order)}Canceled: ${name}`,
      heading: "Your subscription is canceled",
      paragraphs: [
        greeting(order),
        ...testNote(order),
        endsAt
          ? `${name} ends on ${dayInWords(endsAt)}, when the month you paid for is over. We will not charge you again.`
          : `${name} has ended. We will not charge you again.`,
      ],
      footnote: `If you did not cancel, or would like to stay, reply to this email or write to ${site.supportEmail}.`,
    }),
  }
}
