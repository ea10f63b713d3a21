import { formShape } from "#content/form-shape.ts"
import type { Answers, LeadForm } from "#content/form-types.ts"

/** One error message per invalid field, keyed by field name. */
export type FieldProblems = Readonly<Record<string, string>>

/** The raw values of the fields that `form` declares; anything else in the request is dropped. */
export function typedAnswers(form: LeadForm, sent: FormData): Answers {
  const texts = (name: string) => sent.getAll(name).filter((value) => typeof value === "string")
  return Object.fromEntries(
    form.fields.map(({ name, kind }) => [name, kind === "choices" ? texts(name) : (texts(name)[0] ?? "")]),
  )
}

/** The answers as they are stored, or an error message for each invalid field. */
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

/** The answer to a single-value text field; "" when the form has no such field. */
export function answerText(answers: Answers, name: string): string {
  const value = answers[name]
  return typeof value === "string" ? value : ""
}

/**
 * The answers for display, as label and text; unanswered fields are omitted. Values stored in addition to the fields,
 * such as the day of an event or a field of an older version of the form, come last, under their names.
 */
export function answerFacts(form: LeadForm, answers: Answers): [label: string, value: string][] {
  const declared = new Set(form.fields.map(({ name }) => name))
  const others = Object.keys(answers).filter((name) => !declared.has(name))
  return [...form.fields, ...others.map((name) => ({ name, kind: "text", label: name }))].flatMap(
    (field): [string, string][] => {
      const value = answers[field.name]
      const words = typeof value === "string" ? value : (value ?? []).join(", ")
      return words === "" || field.kind === "consent" ? [] : [[field.label, words]]
    },
  )
}
