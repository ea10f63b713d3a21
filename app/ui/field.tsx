import { type ComponentProps, type ReactNode, useId } from "react"

/** The look of the element that takes the input. */
export const controlClass =
  "mt-2 block w-full min-h-12 rounded-card border-2 border-line bg-raised px-4 py-2.5 text-base text-text placeholder:text-muted focus-visible:border-text aria-invalid:border-danger"

export interface FieldProps {
  label: string
  /** What to put in, said before the mistake. */
  hint?: string
  /** What is wrong with what was put in. */
  error?: string
}

/** A labelled line of input with its hint and its error tied to it for assistive technology. */
export function TextField({ label, hint, error, className, ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Labelled
      label={label}
      hint={hint}
      error={error}
      required={input.required}
      className={className}
      id={input.id}
    >
      {(ids) => <input type="text" {...input} {...ids} className={controlClass} />}
    </Labelled>
  )
}

/** A labelled field for several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: FieldProps & ComponentProps<"textarea">) {
  return (
    <Labelled
      label={label}
      hint={hint}
      error={error}
      required={area.required}
      className={className}
      id={area.id}
    >
      {(ids) => <textarea rows={5} {...area} {...ids} className={controlClass} />}
    </Labelled>
  )
}

/** A labelled choice of one; `children` are the options. */
export function SelectField({
  label,
  hint,
  error,
  className,
  ...select
}: FieldProps & ComponentProps<"select">) {
  return (
    <Labelled
      label={label}
      hint={hint}
      error={error}
      required={select.required}
      className={className}
      id={select.id}
    >
      {(ids) => <select {...select} {...ids} className={controlClass} />}
    </Labelled>
  )
}

interface Ids {
  id: string
  "aria-describedby"?: string
  "aria-invalid"?: true
}

/** A label with whatever takes the input, which `children` draws with the ids that tie them together. */
export function Labelled(
  props: FieldProps & {
    required?: boolean | undefined
    /** For links that lead to the field; made up when left out. */
    id?: string | undefined
    className?: string | undefined
    children: (ids: Ids) => ReactNode
  },
) {
  const own = useId()
  const id = props.id ?? own
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className={props.className}>
      <label htmlFor={id} className="label block">
        {props.label}
        {!props.required && <span className="ml-2 font-normal text-muted">optional</span>}
      </label>
      {props.children({
        id,
        ...(described ? { "aria-describedby": described } : {}),
        ...(props.error ? { "aria-invalid": true } : {}),
      })}
      {props.hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-label text-muted">
          {props.hint}
        </p>
      )}
      {props.error && (
        <p id={`${id}-error`} className="mt-1.5 text-label font-semibold text-danger">
          {props.error}
        </p>
      )}
    </div>
  )
}
