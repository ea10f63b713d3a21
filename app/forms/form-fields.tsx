import { emailPattern, phonePattern, webPattern } from "#content/form-problems.ts"
import type { Answers, FormField } from "#content/form-types.ts"
import { CheckField, ChoiceGroup } from "../ui/choices.tsx"
import { SelectField, TextArea, TextField } from "../ui/field.tsx"

interface FieldsProps {
  formId: string
  fields: readonly FormField[]
  /** Typed values, when the form is shown again. */
  typed: Answers
  problems: Readonly<Record<string, string>>
}

/** The id of a field's control, for error links. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`
}

/** The controls of a form, with the browser's own validation. */
export function FormFields({ formId, fields, typed, problems }: FieldsProps) {
  return fields.map((field) => (
    <Control
      key={field.name}
      field={field}
      id={fieldId(formId, field.name)}
      value={typed[field.name]}
      error={problems[field.name]}
    />
  ))
}

const patterns = { text: undefined, name: undefined, email: emailPattern, tel: phonePattern, url: webPattern }
const modes = { text: "text", name: "text", email: "email", tel: "tel", url: "url" } as const

function Control(props: {
  field: FormField
  id: string
  value: string | readonly string[] | undefined
  error: string | undefined
}) {
  const { field, id, value, error } = props
  const text = typeof value === "string" ? value : ""
  const common = {
    id,
    name: field.name,
    label: field.label,
    ...(field.hint ? { hint: field.hint } : {}),
    ...(error ? { error } : {}),
    required: field.required === true,
  }
  switch (field.kind) {
    case "choices":
      return <ChoiceGroup {...common} options={field.options} chosen={Array.isArray(value) ? value : []} />
    case "consent":
      return (
        <CheckField
          id={id}
          name={field.name}
          value="yes"
          label={field.label}
          required={field.required === true}
          defaultChecked={text === "yes"}
          {...(error ? { error } : {})}
        />
      )
    case "select":
      return (
        <SelectField {...common} defaultValue={text}>
          <option value="">Choose one</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      )
    case "textarea":
      return (
        <TextArea {...common} defaultValue={text} maxLength={field.maxLength} minLength={field.minLength} />
      )
    default:
      return (
        <TextField
          {...common}
          // Addresses without https:// are accepted, which type="url" would reject.
          type={field.kind === "url" || field.kind === "name" ? "text" : field.kind}
          inputMode={modes[field.kind]}
          defaultValue={text}
          maxLength={field.maxLength}
          pattern={patterns[field.kind]}
          autoComplete={field.autoComplete}
          {...(field.kind === "text" || field.kind === "name"
            ? {}
            : { autoCapitalize: "none", spellCheck: false })}
        />
      )
  }
}
