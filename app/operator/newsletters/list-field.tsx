import { Choice } from "../frame/fields.tsx"

/** A field to choose a list by name. */
export function ListField({
  lists,
  chosen,
}: {
  lists: readonly { id: string; name: string }[]
  chosen: string | undefined
}) {
  return (
    <Choice label="List" name="list" defaultValue={chosen}>
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}
