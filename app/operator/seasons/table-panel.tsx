import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import type { TableLine } from "#domain/operator/read-seasons.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** A season's table, with disqualified athletes and undecided activities. */
export function TablePanel({ table, settled }: { table: readonly TableLine[]; settled: boolean }) {
  return (
    <Panel title={settled ? "Final table" : "Table now"} className="self-start">
      {table.length === 0 && <p className="text-small text-muted">No points yet.</p>}
      <ol className="grid gap-1 text-small">
        {table.map((line, index) => (
          <li
            key={line.athlete ?? index}
            className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-1"
          >
            <span className="figures w-8 font-bold">{line.rank}</span>
            <span className={`min-w-0 grow font-semibold ${line.disqualified ? "line-through" : ""}`}>
              {line.name ?? "an erased athlete"}
            </span>
            <span className="figures">{`${countOf(line.points, "point")}, ${countOf(line.activeDays, "day")}`}</span>
            {line.waiting > 0 && (
              <Link
                to={`/review?athlete=${encodeURIComponent(line.name ?? "")}`}
              >{`${line.waiting} in review`}</Link>
            )}
            {line.athlete &&
              (line.disqualified ? (
                <PressForm className="flex basis-full items-center gap-3">
                  <span className="text-muted">{`Disqualified: ${line.disqualified}`}</span>
                  <input type="hidden" name="athlete" value={line.athlete} />
                  <button
                    type="submit"
                    name="do"
                    value="reinstate"
                    aria-label={`Reinstate ${line.name}`}
                    className="min-h-9 cursor-pointer underline"
                  >
                    Reinstate
                  </button>
                </PressForm>
              ) : (
                <details className="basis-full">
                  <summary className="cursor-pointer text-muted">Disqualify</summary>
                  <PressForm className="flex items-end gap-2 py-1">
                    <input type="hidden" name="athlete" value={line.athlete} />
                    <label className="grow">
                      <span className="sr-only">{`Reason to disqualify ${line.name}`}</span>
                      <input
                        type="text"
                        name="reason"
                        required
                        minLength={5}
                        maxLength={1000}
                        placeholder="Reason, which the athlete reads"
                        className={`${controlClass} mt-0 min-h-11`}
                      />
                    </label>
                    <Button type="submit" name="do" value="disqualify" look="quiet">
                      Disqualify
                    </Button>
                  </PressForm>
                </details>
              ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
