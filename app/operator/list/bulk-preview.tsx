import { Link, useLocation } from "react-router"
import { grouped } from "#content/amounts.ts"
import type { BulkFindings } from "#domain/operator/bulk.ts"
import { Button } from "../../ui/button.tsx"
import { PressForm } from "../frame/press-form.tsx"

/**
 * The effect of a bulk command, with the button that performs it. `words` are the desk's sentences for refusals, by
 * code.
 */
export function BulkPreview(props: {
  label: string
  command: string
  reason: string
  /** The selected ids; null for all that match the filter, which the server evaluates again. */
  ids: readonly string[] | null
  findings: BulkFindings
  words: Record<string, string>
}) {
  const { matched, possible, refused } = props.findings
  const { search } = useLocation()
  return (
    <PressForm className="border border-line bg-raised p-5">
      <h2 className="display text-card">{props.label}</h2>
      <p className="figures mt-3">
        {`${grouped(matched)} match, ${grouped(possible)} possible`}
        {refused
          .map(({ code, count }) => `, ${grouped(count)} refused: ${props.words[code] ?? code}`)
          .join("")}
      </p>
      {props.reason && <p className="mt-2 text-small text-muted">{`Reason: ${props.reason}`}</p>}
      <input type="hidden" name="bulk" value={props.command} />
      <input type="hidden" name="reason" value={props.reason} />
      {props.ids === null && <input type="hidden" name="all" value="yes" />}
      {props.ids?.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        {possible > 0 && (
          <Button type="submit" name="confirmed" value="yes" data-key="y" data-says="Do it">
            {`${props.label}: ${grouped(possible)}`}
          </Button>
        )}
        <Link
          to={search || "?"}
          data-key="x"
          data-says="Cancel"
          className="inline-flex min-h-11 items-center"
        >
          Cancel
        </Link>
      </div>
    </PressForm>
  )
}
