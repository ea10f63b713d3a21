import { controlClass } from "../../ui/field.tsx"

/** A labelled line of a form of this desk. */
export function Text(props: {
  label: string
  name: string
  value: string
  most?: number
  number?: true
  date?: true
}) {
  return (
    <label>
      <span className="text-muted">{props.label}</span>
      <input
        type={props.date ? "date" : "text"}
        name={props.name}
        defaultValue={props.value}
        maxLength={props.most ?? 9}
        inputMode={props.number ? "numeric" : undefined}
        className={`${controlClass} mt-1 ${props.number ? "figures" : ""}`}
      />
    </label>
  )
}

/** A labelled box to check. */
export function Check(props: { label: string; name: string; value: string; checked: boolean }) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        name={props.name}
        value={props.value}
        defaultChecked={props.checked}
        className="size-5"
      />
      {props.label}
    </label>
  )
}
