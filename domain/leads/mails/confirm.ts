import type { MailList } from "#content/form-types.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"

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
      subject: `Confirm your address: ${list.name}`,
      heading: "Is this your address?",
      paragraphs: [
        `Someone, hopefully you, signed this address up for “${list.name}” from ${site.name}. Confirm, and you are on the list.`,
        `You confirm on the page that opens. The link works for ${hours} hours.`,
      ],
      button: { label: "Confirm my address", url },
      footnote: "If it was not you, ignore this email. We will send nothing without your confirmation.",
    }),
  }
}

/** To an address that is already on the list and was entered again. */
export function alreadyOnMail({ to, list, url }: About): MailMessage {
  return {
    to,
    kind: "newsletter.already",
    ...renderMail({
      subject: `You are already on the list: ${list.name}`,
      heading: "You are already on the list",
      paragraphs: [
        `Someone signed this address up again for “${list.name}”. You were already on the list, so nothing has changed.`,
      ],
      button: { label: "See what I get", url },
      footnote: "If it was not you, there is nothing you need to do.",
    }),
  }
}

/** After a waitlist entry is confirmed: its position. */
export function placeMail({ to, list, url, place }: About & { place: number }): MailMessage {
  return {
    to,
    kind: "waitlist.place",
    ...renderMail({
      subject: `You are number ${place} in line: ${list.name}`,
      heading: `You are number ${place} in line`,
      paragraphs: [`You are on “${list.name}”. We will email you when a place opens up, and not before.`],
      button: { label: "See my place", url },
      footnote: "Changed your mind? You can leave the list on the same page.",
    }),
  }
}
