import { formShape } from "#content/form-shape.ts"
import type { Answers, LeadForm } from "#content/form-types.ts"

/** One sentence per field that is wrong, by its name. */
export type FieldProblems = Readonly<Record<string, string>>

/** What was typed into the fields of `form`, as it came; nothing else of what was sent. */
export function typedAnswers(form: LeadForm, sent: FormData): Answers {
  const texts = (name: string) => sent.getAll(name).filter((value) => typeof value === "string")
  return Object.fromEntries(
    form.fields.map(({ name, kind }) => [name, kind === "choices" ? texts(name) : (texts(name)[0] ?? "")]),
  )
}

/** The answers in their kept form, or what is wrong with each. */
export function checkAnswers(
  form: LeadForm,
  typed: Answers,
): { ok: true; answers: Answers } | { ok: false; problems: FieldProblems } {
  const checked = formShape(form).safeParse(typed)
  if (checked.success) return { ok: true, answers: checked.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) problems[String(path[0])] ??= message
  return { ok: false, problems }
}

/** The answer to a field of one text; "" when the form has none. */
export function answerText(answers: Answers, name: string): string {
  const value = answers[name]
  return typeof value === "string" ? value : ""
}

/** What people read of the answers: label and words, unanswered ones left out. */
export function answerFacts(form: LeadForm, answers: Answers): [label: string, value: string][] {
  return form.fields.flatMap((field): [string, string][] => {
    const value = answers[field.name]
    const words = typeof value === "string" ? value : (value ?? []).join(", ")
    return words === "" || field.kind === "consent" ? [] : [[field.label, words]]
  })
}
