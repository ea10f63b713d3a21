import type { ComponentProps, ReactNode } from "react"

const box = "mt-[0.15em] size-6 shrink-0 rounded-[2px] accent-mark"

/** One checkbox with its label. */
export function CheckField(
  props: { label: ReactNode; error?: string; id: string } & Omit<ComponentProps<"input">, "type" | "id">,
) {
  const { label, error, id, ...input } = props
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          type="checkbox"
          {...input}
          id={id}
          {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
          className={box}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="text-label font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** A group of checkboxes that allows several choices. */
export function ChoiceGroup(props: {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  required?: boolean
  options: readonly string[]
  chosen: readonly string[]
}) {
  const { id, name, error, hint } = props
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <fieldset {...(described ? { "aria-describedby": described } : {})}>
      <legend className="label">
        {props.label}
        {!props.required && <span className="ml-2 font-normal text-muted">optional</span>}
      </legend>
      <div className="mt-1.5 grid gap-x-6 sm:grid-cols-2">
        {props.options.map((option, index) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="checkbox"
              // Links to the group target its first checkbox.
              id={index === 0 ? id : undefined}
              name={name}
              value={option}
              defaultChecked={props.chosen.includes(option)}
              className={box}
            />
            {option}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-label text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-label font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
