/** What a form is made of. Types and nothing else: the browser's side of a form costs no parser. */

interface Common {
  /** Also the key of the answer. */
  name: string
  label: string
  hint?: string
  required?: boolean
}

export type FormField = Common &
  (
    | { kind: "text" | "email" | "tel" | "url"; maxLength: number; autoComplete?: string }
    | { kind: "textarea"; maxLength: number; minLength?: number }
    | { kind: "select"; options: readonly string[] }
    /** Any number of the options. */
    | { kind: "choices"; options: readonly string[] }
    /** A box that must be ticked; its words are kept with the submission. */
    | { kind: "consent" }
  )

export interface LeadForm {
  id: string
  /** Raised with every change of its fields or of the words that are agreed to. */
  version: number
  /** What the operator calls it. */
  name: string
  fields: readonly FormField[]
  button: string
  /** What sending it agrees to, word for word; consent boxes are added to it. */
  consent: string
  thankYou: { title: string; text: string }
  /**
   * Where it goes: to the inbox (with the hours in which an answer is promised, and the mail that leaves by itself when it
   * is accepted or declined), or onto a list of mails, or to the page that shows it.
   */
  to:
    | { inbox: { replyHours?: number; onAccept?: "invite"; onDecline?: "note" } }
    | { list: string }
    | { page: true }
  /** Seconds that a person who types needs at the least; sooner is a sign of spam, but none that counts alone. */
  quickestS: number
  /** False on a page that is made at build time and so can carry no mark of its own. */
  stamped?: false
}

export interface MailList {
  id: string
  kind: "newsletter" | "waitlist"
  /** As it stands in preferences and mails. */
  name: string
  text: string
}

/** Answers by field name; several for choices. */
export type Answers = Readonly<Record<string, string | readonly string[]>>
