import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { AthleteFace } from "../people/athlete-face.tsx"
import { Credit } from "../ui/credit.tsx"
import { RacerName, standingOf } from "./racer.tsx"

/** Who is in front, and how close the next one is. */
export function Race({ rows }: { rows: readonly StandingRow[] }) {
  const [leader] = rows
  if (!leader)
    return <p className="text-small">No points yet. The first activity that counts takes the lead.</p>
  return (
    <ol className="grid gap-3">
      {rows.slice(0, 2).map((row) => (
        <li key={row.key} className="flex gap-3">
          <AthleteFace of={row} side={48} />
          <div className="min-w-0">
            <p className="leading-tight font-semibold">
              <RacerName row={row} />
            </p>
            <p className="figures text-small text-muted">{standingOf(row, leader)}</p>
            <Credit names={row.credits} />
          </div>
        </li>
      ))}
    </ol>
  )
}
