import { useId } from "react"
import { Form, Link, useLocation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"

interface FilterField {
  name: string
  label: string
  /** Choices with their labels; without them, a text field. */
  options?: readonly (readonly [value: string, label: string])[]
  /** For a field without choices. */
  type?: "search" | "date"
  /** The key that focuses it. */
  shortcut?: string
}

/** The filter of a list, as a GET form: its address can be saved, shared, and opened next year. */
export function Filters({
  fields,
  kept = {},
}: {
  fields: readonly FilterField[]
  /** Parameters to keep, such as the view. */
  kept?: Readonly<Record<string, string>>
}) {
  const { search } = useLocation()
  const now = new URLSearchParams(search)
  const used = fields.some(({ name }) => now.get(name))
  return (
    <Form
      method="get"
      key={search}
      className="mb-4 grid grid-cols-2 items-end gap-3 text-small md:flex md:flex-wrap"
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FilterControl key={field.name} {...field} now={now.get(field.name) ?? ""} />
      ))}
      <Button type="submit" look="quiet">
        Show
      </Button>
      {used && (
        <Link to={`?${new URLSearchParams(kept)}`} className="inline-flex min-h-11 items-center">
          Show all
        </Link>
      )}
    </Form>
  )
}

function FilterControl({
  name,
  label,
  options,
  type = "search",
  shortcut,
  now,
}: FilterField & { now: string }) {
  const id = useId()
  const control = {
    id,
    name,
    defaultValue: now,
    "data-key": shortcut,
    "data-says": label,
    className: `${controlClass} mt-1 min-h-11 py-1.5`,
  }
  return (
    <div className="min-w-0 md:min-w-36">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      {options ? (
        <select {...control}>
          {options.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input type={type} {...control} />
      )}
    </div>
  )
}
