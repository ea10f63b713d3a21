import type { Control } from "#content/words/kind.ts"
import { controlClass } from "../../ui/field.tsx"
import { PictureField } from "./picture-field.tsx"

interface ControlProps {
  control: Control
  value: unknown
  problem: string | undefined
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const inputs = { line: "text", number: "number", day: "date", time: "time", link: "text" } as const

/** One field of an entry's form, with its hint and what is wrong with it. */
export function ControlField({ control, value, problem }: ControlProps) {
  const { name, label, hint, optional } = control
  const about = problem ? `${name}-problem` : undefined
  if (control.as === "picture") return <PictureField control={control} value={value} problem={problem} />
  const says = (
    <>
      <span className="text-muted">
        {label}
        {optional && " (optional)"}
      </span>
      {hint && <span className="block text-label text-muted">{hint}</span>}
    </>
  )
  const wrong = problem && (
    <span id={about} className="mt-1 block font-semibold text-danger">
      {problem}
    </span>
  )
  if (control.as === "weekdays") {
    const chosen = Array.isArray(value) ? value.map(Number) : []
    return (
      <fieldset aria-describedby={about}>
        <legend>{says}</legend>
        <div className="mt-1 flex flex-wrap gap-x-4">
          {weekdays.map((day, index) => (
            <label key={day} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                name={name}
                value={index + 1}
                defaultChecked={chosen.includes(index + 1)}
                className="size-5"
              />
              {day}
            </label>
          ))}
        </div>
        {wrong}
      </fieldset>
    )
  }
  const shared = {
    id: name,
    name,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": about,
    className: `${controlClass} mt-1`,
  }
  return (
    <div>
      <label htmlFor={name}>{says}</label>
      {control.as === "choice" ? (
        <select {...shared} defaultValue={String(value ?? "")}>
          {control.options?.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      ) : control.as === "text" || control.as === "lines" ? (
        <textarea {...shared} rows={control.as === "text" ? 6 : 4} defaultValue={textOf(value)} />
      ) : (
        <input
          {...shared}
          type={inputs[control.as]}
          {...(control.as === "link" ? { inputMode: "url" as const, autoCapitalize: "none" } : {})}
          defaultValue={textOf(value)}
        />
      )}
      {wrong}
    </div>
  )
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "")
}
