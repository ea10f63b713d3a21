import type { FormField } from "./form-types.ts"

/** The ways in which an answer can be invalid. */
export type FieldProblem = "missing" | "malformed" | "too-long" | "too-short" | "not-an-option"

/** The error message beside the field, identical in the browser and on the server. */
export function sayProblem(field: FormField, problem: FieldProblem): string {
  const what = field.label.replace(/\?$/, "")
  if (problem === "missing") return missing(field, what)
  if (problem === "too-long" && "maxLength" in field)
    return `Shorten “${what}” to ${field.maxLength} characters or fewer.`
  if (problem === "too-short" && "minLength" in field)
    return `Tell us a little more: at least ${field.minLength} characters.`
  if (problem === "not-an-option") return `Choose one of the options for “${what}”.`
  if (field.kind === "name") return `Enter “${what}” in letters, without a web address.`
  if (field.kind === "email") return "Enter an email address such as name@example.com."
  if (field.kind === "url") return "Enter a web address such as example.com."
  if (field.kind === "tel") return "Enter a phone number with digits, spaces and + only."
  return `Check “${what}”.`
}

function missing(field: FormField, what: string): string {
  if (field.kind === "consent") return `Check the box: ${field.label}`
  if (field.kind === "select") return `Choose an answer for “${what}”.`
  if (field.kind === "choices") return `Choose at least one answer for “${what}”.`
  if (field.kind === "email") return "Enter your email address."
  return `Fill in “${what}”.`
}

/**
 * Digits, spaces, brackets, dots, hyphens and a plus. Uses the syntax of the pattern attribute (flag v), so that the browser
 * and the server reject the same input.
 */
export const phonePattern = "[0-9+\\(\\).\\s\\/\\-]{6,40}"

/** With or without https://; the host contains a dot. */
export const webPattern = "(https?:\\/\\/)?[^\\s\\/:@]+\\.[^\\s\\/:@.]{2,}([\\/:?#]\\S*)?"

const part = '[^\\s@<>\\(\\)\\[\\]\\\\,;:"]+'

/** The addresses that mail programs accept in practice: one @, a dot in the host, no spaces or brackets. */
export const emailPattern = `${part}@${part}\\.[^\\s@<>\\(\\)\\[\\]\\\\,;:".]{2,}`
