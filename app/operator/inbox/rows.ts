import { formById, formName } from "#content/forms.ts"
import { answerFacts } from "#domain/leads/answers.ts"
import type { Submission } from "#domain/leads/inbox.ts"
import { momentInWords } from "#domain/site-clock.ts"

/** A submission as plain text, for the page and for the CSV file. */
export interface InboxRow {
  id: string
  name: string
  email: string
  form: string
  received: string
  status: string
  due: string
  /** Whether the promised reply is due within a day, or overdue. */
  urgent: boolean
  gist: string
}

const urgentHours = 24

export function toRow(one: Submission, now: Date): InboxRow {
  const form = formById(one.form)
  const open = one.status === "new" || one.status === "in-review"
  return {
    id: one.id,
    name: one.name,
    email: one.email,
    form: formName(one.form),
    received: momentInWords(one.submittedAt),
    status: one.closedAt ? "Closed" : one.waitingSince ? `${statusWords(one)}, replied` : statusWords(one),
    due: one.dueAt && open ? momentInWords(one.dueAt) : "",
    urgent: open && one.dueAt !== null && one.dueAt.getTime() - now.getTime() < urgentHours * 3_600_000,
    gist: form
      ? answerFacts(form, one.answers)
          .filter(([, value]) => value !== one.name && value !== one.email)
          .map(([label, value]) => `${label}: ${value}`)
          .join("; ")
      : Object.entries(one.answers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("; "),
  }
}

const words = {
  new: "New",
  "in-review": "In review",
  accepted: "Accepted",
  declined: "Declined",
  spam: "Spam",
} as const

function statusWords({ status, statusBy }: Pick<Submission, "status" | "statusBy">): string {
  return status === "spam" && statusBy === null ? "Looks like spam" : words[status]
}
