import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"

interface AnswerFacts {
  submissionId: string
  to: string
  /** The heading of the conversation; a mail program shows mails with the same one together. */
  subject: string
  /** Paragraphs are separated by empty lines. */
  text: string
  /** Where a reply goes (threads/address.ts). */
  replyTo: string
}

/**
 * An operator's reply to a submission. All mails about one submission refer to the same made-up first message, so that
 * mail programs show them as one conversation (RFC 5322, section 3.6.4).
 */
export function answerMail({ submissionId, to, subject, text, replyTo }: AnswerFacts): MailMessage {
  const thread = `<submission.${submissionId}@${hostOf(replyTo)}>`
  return {
    to,
    kind: "lead.answer",
    headers: {
      "Reply-To": replyTo,
      "In-Reply-To": thread,
      References: thread,
    },
    ...renderMail({
      subject,
      heading: subject,
      paragraphs: text.split(/\n{2,}/).map((paragraph) => paragraph.trim()),
      footnote: "Reply to this email, and we will read it.",
    }),
  }
}

function hostOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1)
}
