import type { Answers, LeadForm } from "#content/form-types.ts"
import { site } from "#content/site.ts"
import { consoleLink } from "#domain/console-link.ts"
import { renderMail, toOperator } from "#domain/mail-layout.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { MailMessage } from "#ports/mail.ts"
import { answerFacts } from "../answers.ts"

interface SubmissionFacts {
  id: string
  form: LeadForm
  answers: Answers
  name: string
  email: string
  dueAt: Date | null
  /** The sender submitted it again with different answers. */
  changed: boolean
}

/** To an operator: the submission, and where to accept or decline it. */
export function operatorMail(to: string, about: SubmissionFacts, siteUrl: string): MailMessage {
  const { form, id, dueAt } = about
  const promise = dueAt ? [`We promised a reply by ${momentInWords(dueAt)}.`] : []
  return {
    to,
    kind: "lead.operator",
    headers: { "Reply-To": about.email },
    ...renderMail({
      subject: `${form.name}${about.changed ? " (changed)" : ""}: ${about.name}`,
      heading: about.changed ? `${form.name}, changed by its sender` : form.name,
      paragraphs: promise,
      facts: answerFacts(form, about.answers),
      button: { label: "Open in the console", url: consoleLink(siteUrl, `/inbox/${id}`) },
      footnote: toOperator(siteUrl),
    }),
  }
}

/** To the sender: a receipt with a copy of the answers. */
export function receiptMail({ form, answers, email, changed }: SubmissionFacts): MailMessage {
  return {
    to: email,
    kind: "lead.receipt",
    headers: { "Reply-To": site.supportEmail },
    ...renderMail({
      subject: `${changed ? "Updated" : "Received"}: ${form.name.toLowerCase()} to ${site.name}`,
      heading: changed ? "We have your changes" : form.thankYou.title,
      paragraphs: [form.thankYou.text, "Here is what you sent:"],
      facts: answerFacts(form, answers),
      footnote: `Something wrong or missing? Reply to this email. If you did not send this, ignore it; we will not email this address about anything else.`,
    }),
  }
}
