import type { Answers, LeadForm } from "#content/form-types.ts"
import { formById, trapField } from "#content/forms.ts"
import type { World } from "#domain/world.ts"
import { checkAnswers, type FieldProblems, typedAnswers } from "./answers.ts"
import { type SpamScore, scoreAnswers, spamFrom } from "./spam.ts"
import { makeStamp, readStamp } from "./stamp.ts"
import { submit } from "./submit.ts"
import { subscribe } from "./subscribe.ts"

/** Who sends, for the proof of consent. */
export interface Sender {
  ip: string | null
  userAgent: string | null
}

export interface Sending {
  form: LeadForm
  sent: FormData
  sender: Sender
  /** Counts the sending and says whether it is one too many; asked when everything else is in order. */
  allowed(): Promise<boolean>
}

/** Why a form is shown again although nothing in it is wrong: the next press sends it. */
export type AgainReason = "too-fast" | "expired" | "too-many" | "past"

export type Received =
  | { ok: true; form: string }
  | {
      ok: false
      form: string
      code: "invalid" | AgainReason
      problems: FieldProblems
      typed: Answers
      /** For the form that is shown again. */
      stamp: string
    }

/** The form that was sent and belongs on the page, or undefined. */
export function sentForm(sent: FormData, pageForms: readonly string[]): LeadForm | undefined {
  const id = sent.get("form")
  return typeof id === "string" && pageForms.includes(id) ? formById(id) : undefined
}

/** START HERE: one form that was sent, whichever it is. What looks like spam is thanked for like everything else. */
export async function receive(world: World, sending: Sending): Promise<Received> {
  const { form, sender } = sending
  const inspected = await inspect(world, sending)
  if (!inspected.ok) return inspected
  const { answers, key, spam } = inspected
  if ("inbox" in form.to) await submit(world, { form, answers, key, spam })
  else if ("list" in form.to && spam.score < spamFrom)
    await subscribe(world, { form, list: form.to.list, answers, sender })
  return { ok: true, form: form.id }
}

export type Inspected =
  | { ok: true; answers: Answers; key: string; spam: SpamScore }
  | Extract<Received, { ok: false }>

/** Everything that must be in order before a form is acted upon. */
export async function inspect(world: World, sending: Omit<Sending, "sender">): Promise<Inspected> {
  const { form, sent } = sending
  const typed = typedAnswers(form, sent)
  const stamped = form.stamped !== false
  const stampText = textOf(sent, "stamp")
  const stamp = stamped ? readStamp(world, form.id, stampText) : null
  const again = (code: "invalid" | AgainReason, problems: FieldProblems = {}): Inspected => {
    // A mended answer belongs to the same submission; only an old stamp is replaced.
    const next = stamp ? stampText : makeStamp(world, form.id)
    return { ok: false, form: form.id, code, problems, typed, stamp: stamped ? next : "" }
  }
  const checked = checkAnswers(form, typed)
  if (!checked.ok) return again("invalid", checked.problems)
  if (stamped && !stamp) return again("expired")
  if (stamp && stamp.ageMs < form.quickestS * 1000) return again("too-fast")
  if (!(await sending.allowed())) return again("too-many")
  const { answers } = checked
  const spam = scoreAnswers(form, answers, textOf(sent, trapField))
  return { ok: true, answers, key: stamp?.key ?? "", spam }
}

function textOf(sent: FormData, name: string): string {
  const value = sent.get(name)
  return typeof value === "string" ? value : ""
}
