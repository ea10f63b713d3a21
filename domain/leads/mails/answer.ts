import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"

interface AnswerFacts {
  submissionId: string
  to: string
  /** The heading of the conversation; a mail program shows mails with the same one together. */
  subject: string
  /** Paragraphs are separated by empty lines. */
  text: string
  /** REPLY_ADDRESS; absent for the support address. */
  replyAddress?: string | undefined
}

/**
 * An operator's reply to a submission. All mails about one submission refer to the same made-up first message, so that
 * mail programs show them as one conversation (RFC 5322, section 3.6.4), and a reply goes to an address that identifies
 * it (RFC 5233).
 */
export function answerMail({ submissionId, to, subject, text, replyAddress }: AnswerFacts): MailMessage {
  const thread = `<submission.${submissionId}@${hostOf(replyAddress ?? site.supportEmail)}>`
  return {
    to,
    kind: "lead.answer",
    headers: {
      "Reply-To": replyAddress ? tagged(replyAddress, submissionId.slice(0, 8)) : site.supportEmail,
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

function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf("@")
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`
}
