import { type FieldProblem, sayProblem } from "#content/form-problems.ts"
import type { LeadForm } from "#content/form-types.ts"
import { nameProblem } from "#primitives/person-name.ts"

/**
 * Problems found by browser validation, in the server's wording, checked before submission. The server validates
 * everything again.
 */
export function nativeProblems(form: LeadForm, element: HTMLFormElement): Record<string, string> {
  const problems: Record<string, string> = {}
  const data = new FormData(element)
  for (const field of form.fields) {
    const control = element.elements.namedItem(field.name)
    let problem =
      field.kind === "choices" || field.kind === "consent"
        ? field.required && data.getAll(field.name).length === 0
          ? "missing"
          : null
        : problemOf(control, field.required === true)
    const typed = String(data.get(field.name) ?? "").trim()
    if (!problem && field.kind === "name" && typed !== "" && nameProblem(typed)) problem = "malformed"
    if (problem) problems[field.name] = sayProblem(field, problem)
  }
  return problems
}

function problemOf(control: Element | RadioNodeList | null, required: boolean): FieldProblem | null {
  if (
    !(
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    )
  )
    return null
  if (required && control.value.trim() === "") return "missing"
  const { validity } = control
  if (validity.tooLong) return "too-long"
  if (validity.tooShort) return "too-short"
  return validity.typeMismatch || validity.patternMismatch ? "malformed" : null
}
