import { SelectField } from "../../ui/field.tsx"
import type { EventDay } from "./event-day.ts"

/** A choice of open days; hidden when there is only one. */
export function DayField(props: {
  slug: string
  days: readonly EventDay[]
  value?: string
  onChange?: (on: string) => void
}) {
  const { days, slug } = props
  if (days.length === 1 && days[0]) return <input type="hidden" name="on" value={days[0].on} />
  return (
    <SelectField
      id={`${slug}-on`}
      name="on"
      label="Day"
      required
      {...(props.onChange
        ? { value: props.value, onChange: (event) => props.onChange?.(event.currentTarget.value) }
        : { defaultValue: days[0]?.on })}
    >
      {days.map(({ on, words, left }) => (
        <option key={on} value={on}>
          {words} · {left > 0 ? `${left} left` : "waitlist"}
        </option>
      ))}
    </SelectField>
  )
}
