import { inDollars } from "#content/amounts.ts"
import { momentInWords } from "#domain/site-clock.ts"

/** What the journal calls its subjects; others are called by their own name. */
const subjects: Record<string, string> = {
  account: "account",
  submission: "message",
  place: "place",
  spot: "spot",
  mailbox: "email address",
  list: "mailing list",
  connection: "connection",
  setting: "setting",
}

/** "activity of Ada Vale"; without a person, the subject with its own name or the beginning of its id. */
export function subjectInWords(subject: string, id: string, whom: string | null): string {
  const word = subjects[subject] ?? subject
  if (whom) return `${word} of ${whom}`
  return `${word} ${/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? id.slice(0, 8) : wordsOf(id)}`
}

/** "refundedCents" -> "refunded", "checkedInAt" -> "checked in". */
export function fieldInWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/ (at|cents|on)$/, "")
}

/** Characters of a value: a whole letter in a line would hide what else changed. */
const longest = 160

/** A value as an operator would write it: dollars, a moment, yes or no, words instead of codes. */
export function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return /Cents$/.test(name) ? inDollars(value) : String(value)
  if (Array.isArray(value)) return value.map((one) => valueInWords(name, one)).join(", ") || "none"
  if (typeof value === "object")
    return Object.entries(value)
      .map(([field, one]) => `${fieldInWords(field)} ${valueInWords(field, one)}`)
      .join(", ")
  const text = String(value)
  if (text.length > longest) return `${text.slice(0, longest).trimEnd()}…`
  return /^\d{4}-\d\d-\d\dT/.test(text) ? momentInWords(new Date(text)) : wordsOf(text)
}

/** "in-review" -> "in review"; what a person wrote stays as it is. */
function wordsOf(text: string): string {
  return /^[a-z]+([-_][a-z]+)+$/.test(text) ? text.replace(/[-_]/g, " ") : text
}
