import { grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"

/** A command for many rows, sent as the field "bulk". */
export interface BulkCommand {
  name: string
  label: string
  /** A text that the command needs, such as the reason that athletes read. */
  reason?: string
}

/**
 * The commands for selected rows or, with "All", for every row that matches the filter. The server's first response
 * only shows what would happen (bulk-preview.tsx).
 */
export function BulkBar(props: {
  commands: readonly BulkCommand[]
  chosen: number
  total: number
  name: string
}) {
  const reasons = [...new Set(props.commands.flatMap(({ reason }) => reason ?? []))]
  return (
    <fieldset
      className={`${props.chosen > 0 ? "sticky bottom-0" : ""} mt-4 flex flex-wrap items-end gap-3 border-t border-line bg-surface py-3`}
    >
      <legend className="sr-only">Change many at once</legend>
      <label className="flex min-h-11 items-center gap-2 text-small">
        <input type="checkbox" name="all" value="yes" className="size-5" />
        {`All ${grouped(props.total)} that match`}
      </label>
      {props.chosen > 0 && (
        <p role="status" className="figures flex min-h-11 items-center text-small font-semibold">
          {`${grouped(props.chosen)} selected`}
        </p>
      )}
      {reasons.map((label) => (
        <label key={label} className="min-w-56 grow text-small">
          <span className="text-muted">{label}</span>
          <input type="text" name="reason" maxLength={1000} className={`${controlClass} mt-1 min-h-11`} />
        </label>
      ))}
      {props.commands.map(({ name, label }) => (
        <Button key={name} type="submit" name="bulk" value={name} look="quiet">
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
