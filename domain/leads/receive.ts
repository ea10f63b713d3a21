import type { Answers, LeadForm } from "#content/form-types.ts"
import { formById } from "#content/forms.ts"
import { captchaField, trapField } from "#content/hidden-fields.ts"
import type { World } from "#domain/world.ts"
import type { Captcha, CaptchaChallenge } from "#ports/captcha.ts"
import { checkAnswers, type FieldProblems, typedAnswers } from "./answers.ts"
import type { Sender } from "./sender.ts"
import { type SpamScore, scoreAnswers, spamFrom } from "./spam.ts"
import { makeStamp, readStamp } from "./stamp.ts"
import { submit } from "./submit.ts"
import { subscribe } from "./subscribe.ts"

interface Sending {
  form: LeadForm
  sent: FormData
  sender: Sender
  /** Counts the submission against the rate limit and reports whether it exceeds it; called after all other checks pass. */
  allowed(): Promise<boolean>
}

/** Why a valid form is shown again; submitting it once more sends it. */
type AgainReason = "unstamped" | "expired" | "too-many" | "past" | "captcha"

export type Received =
  | { ok: true; form: string }
  | {
      ok: false
      form: string
      code: "invalid" | AgainReason
      problems: FieldProblems
      typed: Answers
      /** The stamp for the form that is shown again. */
      stamp: string
      /** With `captcha`: the challenge to solve first. */
      captcha?: CaptchaChallenge
    }

/** The submitted form, if the page contains it. */
export function sentForm(sent: FormData, pageForms: readonly string[]): LeadForm | undefined {
  const id = String(sent.get("form"))
  return pageForms.includes(id) ? formById(id) : undefined
}

/** START HERE: handles one submission of any form. Suspected spam is quarantined. */
export async function receive(world: World, sending: Sending): Promise<Received> {
  const { form, sender } = sending
  const inspected = await inspect(world, sending)
  if (!inspected.ok) return inspected
  const { answers, key, spam } = inspected
  if ("inbox" in form.to || spam.score >= spamFrom) await submit(world, { form, answers, key, spam })
  else if ("list" in form.to) await subscribe(world, { form, list: form.to.list, answers, sender })
  return { ok: true, form: form.id }
}

type Inspected =
  | { ok: true; answers: Answers; key: string; spam: SpamScore }
  | Extract<Received, { ok: false }>

/** The checks that a submission must pass before it is processed. */
export async function inspect(world: World, sending: Sending): Promise<Inspected> {
  const { form, sent } = sending
  const { captcha } = world
  const typed = typedAnswers(form, sent)
  const stamped = form.stamped !== false
  const stampText = textOf(sent, "stamp")
  const stamp = stamped ? readStamp(world, form.id, stampText) : null
  const again = (code: "invalid" | AgainReason, problems: FieldProblems = {}): Inspected => {
    // A corrected answer belongs to the same submission; only an expired stamp is replaced.
    const next = stamp ? stampText : makeStamp(world, form.id)
    const puzzle = code === "captcha" && captcha ? { captcha: captcha.challenge } : {}
    return { ok: false, form: form.id, code, problems, typed, stamp: stamped ? next : "", ...puzzle }
  }
  const checked = checkAnswers(form, typed)
  if (!checked.ok) return again("invalid", checked.problems)
  // A form that was sent without scripts, or before they fetched its stamp, is shown once more, with a stamp.
  if (stamped && !stamp) return again(stampText === "" ? "unstamped" : "expired")
  // The challenge appears only after a form is filled in, so that other visitors never load a third party.
  const solved = textOf(sent, captchaField)
  if (captcha && solved === "") return again("captcha")
  if (!(await sending.allowed())) return again("too-many")
  if (captcha && !(await isPerson(world, captcha, solved, sending.sender.ip))) return again("captcha")
  const { answers } = checked
  const spam = scoreAnswers(form, answers, {
    trap: textOf(sent, trapField),
    tooFast: stamp !== null && stamp.ageMs < form.quickestS * 1000,
  })
  return { ok: true, answers, key: stamp?.key ?? crypto.randomUUID(), spam }
}

/** An unreachable captcha service must not cost inquiries: the other spam checks still apply. */
async function isPerson(
  { log }: World,
  captcha: Captcha,
  solved: string,
  ip: string | null,
): Promise<boolean> {
  const verdict = await captcha.check(solved, ip)
  if (verdict === "unknown")
    log.warn({ provider: captcha.challenge.provider }, "The captcha service could not be reached")
  return verdict !== "refused"
}

function textOf(sent: FormData, name: string): string {
  const value = sent.get(name)
  return typeof value === "string" ? value : ""
}
