import { renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { MailMessage } from "#domain/world.ts"
import { greeting, questions, replyTo, testMark, testNote, type WithAddress } from "./order.ts"

/** To the buyer: a subscription was canceled, and until when it remains active. @param endsAt null when it has ended */
export function cancelledMail(order: WithAddress, endsAt: Date | null): MailMessage {
  const { name } = order
  return {
    to: order.email,
    kind: "order.cancelled",
    headers: replyTo(),
    ...renderMail({
      subject: `${testMark(order)}Cancelled: ${name}`,
      heading: "Your subscription is cancelled",
      paragraphs: [
        greeting(order),
        ...testNote(order),
        endsAt
          ? `${name} ends on ${dayInWords(endsAt)}, with the month that is paid for. Nothing more is charged.`
          : `${name} has ended. Nothing more is charged.`,
      ],
      footnote: `If it was not you who cancelled, or you would like to go on, answer this mail. ${questions}`,
    }),
  }
}
