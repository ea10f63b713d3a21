import { bringInWords } from "#content/bring-in-words.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"
import { type Occurrence, whenInWords } from "./occurrence.ts"
import type { Spot } from "./spot.ts"

/** The confirmation request to the address entered in the form. */
export function confirmSpotMail(spot: Spot, url: string): MailMessage {
  return mail(spot, "event.confirm", {
    subject: `Confirm your spot: ${title(spot)}`,
    heading: "Is this you?",
    paragraphs: [
      "Confirm, and the spot is yours. We cannot hold it until you do: if others confirm first, you will be in line for the next one.",
    ],
    button: { label: "Confirm my spot", url },
    footnote: "If you did not sign up, ignore this email. Nothing happens without your confirmation.",
  })
}

/** A spot or a place on the waitlist is reserved. */
export function spotMail(spot: Spot, url: string): MailMessage {
  const waiting = spot.state === "waiting"
  return mail(spot, waiting ? "event.waiting" : "event.spot", {
    subject: waiting ? `You are in line: ${title(spot)}` : `Your spot: ${title(spot)}`,
    heading: waiting ? `You are number ${spot.place} in line` : "You have a spot",
    paragraphs: waiting
      ? [
          "All spots are taken. When one opens up and you are next in line, it is yours, and we will email you.",
        ]
      : [`Bring ${bringInWords(spot.occurrence.event.bring)}.`],
    button: { label: waiting ? "See my place" : "See my spot, or give it up", url },
    footnote: waiting
      ? "Changed your plans? You can leave the line on the same page."
      : "Can’t make it? Give up your spot, and someone in line gets it.",
    ...(waiting ? {} : { links: [calendarLink(spot, url)], body: passFor(url) }),
  })
}

/** To somebody in line who has a spot now: as the first in line, unless an operator chose them. */
export function movedUpMail(spot: Spot, url: string, { first = true } = {}): MailMessage {
  return mail(spot, "event.moved-up", {
    subject: `A spot opened up, and it is yours: ${title(spot)}`,
    heading: "You have a spot now",
    paragraphs: [
      first ? "A spot opened up, and you were first in line." : "We have a spot for you after all.",
    ],
    body: passFor(url),
    button: { label: "See my spot, or give it up", url },
    footnote: "Can’t make it after all? Give up your spot, and the next person in line gets it.",
    links: [calendarLink(spot, url)],
  })
}

/** To somebody whose spot or place in line an operator has freed, with the operator's words. */
export function freedMail(spot: Spot, text: string, siteUrl: string): MailMessage {
  return mail(spot, "event.freed", {
    subject: `You are no longer on the list: ${title(spot)}`,
    heading: "You are no longer on the list",
    paragraphs: [text],
    button: { label: "See the next sessions", url: `${siteUrl}/events` },
    footnote: "Is this a mistake? Reply to this email.",
  })
}

/** To somebody whose spot an operator has given to another person. */
export function handedOverMail(spot: Spot, heir: string, siteUrl: string): MailMessage {
  return mail(spot, "event.handed-over", {
    subject: `Your spot goes to ${heir}: ${title(spot)}`,
    heading: "Your spot has a new owner",
    paragraphs: [`${heir} has your spot now.`],
    button: { label: "See the next sessions", url: `${siteUrl}/events` },
    footnote: "Is this a mistake? Reply to this email.",
  })
}

/** To the person to whom a spot was transferred. */
export function takenOverMail(spot: Spot, before: string, url: string): MailMessage {
  return mail(spot, "event.taken-over", {
    subject: `You have a spot: ${title(spot)}`,
    heading: "You have a spot",
    paragraphs: [`It was ${before}’s until now.`, `Bring ${bringInWords(spot.occurrence.event.bring)}.`],
    body: passFor(url),
    button: { label: "See my spot, or give it up", url },
    footnote: "Can’t make it? Give up your spot, and someone in line gets it.",
    links: [calendarLink(spot, url)],
  })
}

/** The reminder on the day before. */
export function reminderMail(spot: Spot, url: string): MailMessage {
  return mail(spot, "event.reminder", {
    ...reminderContent(spot.occurrence, url),
    footnote: "Can’t make it? Give up your spot, and someone in line gets it.",
  })
}

/** What a reminder says, before its small print. */
export function reminderContent(occurrence: Occurrence, url: string) {
  return {
    subject: `Tomorrow: ${title({ occurrence })}`,
    heading: "See you tomorrow",
    paragraphs: [`Bring ${bringInWords(occurrence.event.bring)}.`],
    facts: factsOf(occurrence),
    button: { label: "See my spot, or give it up", url },
  }
}

/**
 * A message from the operators about the session: canceled, moved, or whatever they wrote. Paragraphs are separated by
 * empty lines.
 */
export function noticeMail(
  spot: Spot,
  notice: { kind: string; subject: string; heading: string; text: string },
  url: string,
): MailMessage {
  return mail(spot, notice.kind, {
    subject: notice.subject,
    heading: notice.heading,
    paragraphs: notice.text
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean),
    button: { label: "See my spot, or give it up", url },
    footnote: "Questions? Just reply to this email.",
    links: [calendarLink(spot, url)],
  })
}

/** The URL of the occurrence's calendar file, on the same site as `url`. */
function calendarLink({ occurrence: { event, on } }: Spot, url: string): { label: string; url: string } {
  return { label: "Add to my calendar", url: `${new URL(url).origin}/calendar/${event.slug}/${on}.ics` }
}

/** The code that is scanned at check-in, as an image hosted on this site; the link beside it leads to the same code. */
function passFor(url: string): { html: string; text: string } {
  const code = (new URL(url).pathname.split("/").at(-1) ?? "").slice(0, 8).toUpperCase()
  const says = `Show this code when you arrive, or just give your name. As text: ${code.slice(0, 4)}-${code.slice(4)}.`
  return {
    html: `<p style="margin:16px 0"><img src="${url}/code.png" width="180" height="180" alt="Your code for check-in" style="display:block"></p><p style="margin:0 0 16px;font-size:14px">${says}</p>`,
    text: `${says}\n${url}/code.png`,
  }
}

function title({ occurrence }: Pick<Spot, "occurrence">): string {
  return `${occurrence.event.title}, ${whenInWords(occurrence)}`
}

function factsOf(occurrence: Occurrence): readonly (readonly [string, string])[] {
  const { event } = occurrence
  return [
    ["What", event.title],
    ["When", whenInWords(occurrence)],
    ["Where", `${event.location}\n${event.address}`],
    ["Distance", event.distance],
  ]
}

function mail(
  { email, occurrence }: Spot,
  kind: string,
  content: Omit<Parameters<typeof renderMail>[0], "facts">,
): MailMessage {
  return {
    to: email,
    kind,
    headers: { "Reply-To": site.supportEmail },
    ...renderMail({ ...content, facts: factsOf(occurrence) }),
  }
}
