import { renderMail } from "#domain/mail-layout.ts"
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

/** To the buyer: a renewal or a delayed payment was declined. */
export function failureMail(world: World, order: WithAddress): MailMessage {
  const { name, renewal } = order
  return {
    to: order.email,
    kind: "order.failed",
    headers: replyTo(),
    ...renderMail({
      subject: `${testMark(order)}Your payment for ${name} did not go through`,
      heading: "Your payment did not go through",
      paragraphs: [
        greeting(order),
        ...testNote(order),
        renewal
          ? `This month’s payment for ${name} was declined. We will try again over the next few days, or you can update your card now.`
          : `Your bank declined the payment for ${name}, so nothing was charged and the order did not go through. You can try again with another way to pay.`,
      ],
      facts: chargedFacts(order),
      button: renewal
        ? { label: "Update my card", url: billingUrl(world, order.id) }
        : { label: "Try again", url: `${world.settings.siteUrl}${placeOf(order)}` },
      footnote: questions,
    }),
  }
}

function placeOf({ kind }: WithAddress): string {
  if (kind === "donation") return "/donate"
  return kind === "shipping" ? "/account/prizes" : "/shop"
}
