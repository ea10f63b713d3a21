import type { MailList } from "#content/form-types.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#domain/world.ts"

interface About {
  to: string
  list: Pick<MailList, "name" | "kind">
  url: string
}

/** The only mail that an address receives before it has opted in: it contains nothing but the confirmation request. */
export function confirmMail({ to, list, url, hours }: About & { hours: number }): MailMessage {
  return {
    to,
    kind: "newsletter.confirm",
    ...renderMail({
      subject: `Confirm: ${list.name}`,
      heading: "Is this your address?",
      paragraphs: [
        `Somebody, hopefully you, asked ${site.name} for this: ${list.name}. Confirm it, and it is yours.`,
        `Press the button, then confirm on the page that opens. The link works for ${hours} hours.`,
      ],
      button: { label: "Confirm my address", url },
      footnote: "If it was not you, ignore this mail: without your confirmation nothing is sent.",
    }),
  }
}

/** To an address that is already on the list and was entered again. */
export function alreadyOnMail({ to, list, url }: About): MailMessage {
  return {
    to,
    kind: "newsletter.already",
    ...renderMail({
      subject: `You are on it already: ${list.name}`,
      heading: "You are on it already",
      paragraphs: [
        `This address was entered for: ${list.name}. It was on it before, so nothing has changed.`,
      ],
      button: { label: "See what you get", url },
      footnote: "If it was not you who entered it, there is nothing to do.",
    }),
  }
}

/** After a waitlist entry is confirmed: its position. */
export function placeMail({ to, list, url, place }: About & { place: number }): MailMessage {
  return {
    to,
    kind: "waitlist.place",
    ...renderMail({
      subject: `Number ${place}: ${list.name}`,
      heading: `You are number ${place}`,
      paragraphs: [`${list.name}: your place is kept. We write to you when one is free, and not before.`],
      footnote: "Changed your mind? One press takes you off.",
      links: [{ label: "See your place, or leave", url }],
    }),
  }
}
