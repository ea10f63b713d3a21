import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { consoleLink } from "#domain/console-link.ts"
import { renderMail, toOperator } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"

/** To an accepted applicant: how to create an account and get on the leaderboard. */
export function inviteMail(
  to: string,
  name: string,
  siteUrl: string,
  club: string = site.links.club,
): MailMessage {
  return {
    to,
    kind: "lead.invite",
    headers: { "Reply-To": site.supportEmail },
    ...renderMail({
      subject: `You are in: your ${site.name} invite`,
      heading: `You are in, ${firstName(name)}`,
      paragraphs: [
        "We would love to have you. Two steps to go:",
        `1. Create your account with this address (${to}). It also makes you a member of our activity club.`,
        "2. Connect your tracker, or upload the file of today’s workout, and you are on the leaderboard.",
        `Everybody else is here: ${club}`,
        "Then come to a session and tell us it is your first.",
      ],
      button: { label: "Create my account", url: `${siteUrl}/join` },
      footnote: "Questions? Just reply to this email.",
    }),
  }
}

/** To a declined applicant: a clear no, and what is open to everyone. */
export function declineMail(to: string, name: string, siteUrl: string): MailMessage {
  return {
    to,
    kind: "lead.decline",
    headers: { "Reply-To": site.supportEmail },
    ...renderMail({
      subject: `Your application to ${site.name}`,
      heading: `Not this time, ${firstName(name)}`,
      paragraphs: [
        "Thank you for telling us about yourself. We read every word, and this time the answer is no.",
        "It is about what we can do well right now, and it is not final: apply again when something has changed.",
        "Our sessions, the leaderboard and the newsletter are open to everybody, and that includes you.",
      ],
      button: { label: "See the sessions", url: `${siteUrl}/events` },
      footnote: "Questions? Just reply to this email.",
    }),
  }
}

/** To an operator: a promised reply is due soon. */
export function clockMail(
  to: string,
  about: { id: string; formName: string; name: string; email: string; due: string; hoursLeft: number },
  siteUrl: string,
): MailMessage {
  const left = about.hoursLeft <= 0 ? "is overdue" : `is due in ${countOf(about.hoursLeft, "hour")}`
  return {
    to,
    kind: "lead.clock",
    headers: { "Reply-To": about.email },
    ...renderMail({
      subject: `A reply to ${about.name} ${left}`,
      heading: `A reply ${left}`,
      paragraphs: [`We promised ${about.name} (${about.email}) a reply by ${about.due}.`],
      facts: [["Form", about.formName]],
      button: { label: "Open in the console", url: consoleLink(siteUrl, `/inbox/${about.id}`) },
      footnote: toOperator(siteUrl),
    }),
  }
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}
