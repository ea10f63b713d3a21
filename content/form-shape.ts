import { z } from "zod"
import { nameProblem } from "#primitives/person-name.ts"
import { emailPattern, type FieldProblem, phonePattern, sayProblem, webPattern } from "./form-problems.ts"
import type { FormField, LeadForm } from "./form-types.ts"

/** The schema of a form: answers by field name, trimmed; email addresses in lowercase. Messages are user-facing sentences. */
export function formShape(form: LeadForm): FormShape {
  const made = shapes.get(form) ?? makeShape(form)
  shapes.set(form, made)
  return made
}

type FormShape = ReturnType<typeof makeShape>

/** Building a schema takes a hundred times as long as using it. The cache depends on the form alone. */
const shapes = new WeakMap<LeadForm, FormShape>()

function makeShape(form: LeadForm) {
  return z.object(Object.fromEntries(form.fields.map((field) => [field.name, fieldShape(field)])))
}

function fieldShape(field: FormField): z.ZodType<string | string[]> {
  const say = (problem: FieldProblem) => sayProblem(field, problem)
  const needed = field.required === true
  if (field.kind === "choices") {
    const options = z.array(z.enum(field.options, say("not-an-option"))).max(field.options.length)
    return needed ? options.min(1, say("missing")) : options
  }
  if (field.kind === "consent") return needed ? z.literal("yes", say("missing")) : z.enum(["yes", ""])
  if (field.kind === "select") {
    const choice = z
      .string()
      .refine((value) => value === "" || field.options.includes(value), say("not-an-option"))
    return needed ? choice.min(1, say("missing")) : choice
  }
  const text = z
    .string()
    .trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused; a text column takes no NUL
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value), say("malformed"))
    .refine((value) => value !== "" || !needed, say("missing"))
    .max(field.maxLength, say("too-long"))
  if (field.kind === "textarea")
    return text.refine((value) => value === "" || value.length >= (field.minLength ?? 0), say("too-short"))
  if (field.kind === "name")
    return text.refine((value) => value === "" || nameProblem(value) === null, say("malformed"))
  const source = { text: null, email: emailPattern, url: webPattern, tel: phonePattern }[field.kind]
  const pattern = source === null ? null : new RegExp(`^(?:${source})$`, "v")
  const matched = pattern
    ? text.refine((value) => value === "" || pattern.test(value), say("malformed"))
    : text
  return field.kind === "email" ? matched.transform((value) => value.toLowerCase()) : matched
}
