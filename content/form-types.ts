/** The parts of a form. Types only, so that the browser's part of a form loads no parser. */

interface Common {
  /** Also the key of the answer. */
  name: string
  label: string
  hint?: string
  required?: boolean
}

export type FormField = Common &
  /** "name" is a person's name, checked by primitives/person-name.ts. */
  (
    | { kind: "text" | "name" | "email" | "tel" | "url"; maxLength: number; autoComplete?: string }
    | { kind: "textarea"; maxLength: number; minLength?: number }
    | { kind: "select"; options: readonly string[] }
    /** Accepts any number of the options. */
    | { kind: "choices"; options: readonly string[] }
    /** A required checkbox; its label is stored with the submission. */
    | { kind: "consent" }
  )

export interface LeadForm {
  id: string
  /** Incremented with every change of its fields or of the text agreed to. */
  version: number
  /** Name shown to operators. */
  name: string
  fields: readonly FormField[]
  button: string
  /** What the sender agrees to, verbatim; consent checkboxes are added to it. */
  consent: string
  thankYou: { title: string; text: string }
  /**
   * Destination: the inbox (with the hours within which a reply is promised, and the mail that is sent when it is accepted or
   * declined), a mailing list, or the page that displays it.
   */
  to:
    | { inbox: { replyHours?: number; onAccept?: "invite"; onDecline?: "note" } }
    | { list: string }
    | { page: true }
  /** Minimum seconds that a person needs to fill it in; faster is a sign of spam, but never sufficient alone. */
  quickestS: number
  /**
   * False if sending it twice has no effect and speed does not indicate spam: it is sent without a stamp, in one step.
   */
  stamped?: false
}

export interface MailList {
  id: string
  /** "sponsored": one issue for each race that has a sponsor, written from the page of that race and in no archive. */
  kind: "newsletter" | "waitlist" | "sponsored"
  /** Name shown in preferences and mails. */
  name: string
  text: string
}

/** Answers by field name; arrays for multiple choices. */
export type Answers = Readonly<Record<string, string | readonly string[]>>
