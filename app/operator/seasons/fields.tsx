import { Line } from "../frame/fields.tsx"

/** A line of a form of this desk, for a text, a number or a day. */
export function Text(props: {
  label: string
  name: string
  value: string
  most?: number
  number?: true
  date?: true
}) {
  return (
    <Line
      label={props.label}
      name={props.name}
      type={props.date ? "date" : "text"}
      defaultValue={props.value}
      maxLength={props.most ?? 9}
      inputMode={props.number ? "numeric" : undefined}
      className={props.number ? "figures" : ""}
    />
  )
}
