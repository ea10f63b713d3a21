import { controlClass } from "../../ui/field.tsx"

/** A field to choose a list by name. */
export function ListField({
  lists,
  chosen,
}: {
  lists: readonly { id: string; name: string }[]
  chosen: string | undefined
}) {
  return (
    <label>
      <span className="text-muted">List</span>
      <select name="list" defaultValue={chosen} className={`${controlClass} mt-1`}>
        {lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
