import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Credit } from "../../ui/credit.tsx"
import { RacerName, standingOf } from "../../winning/racer.tsx"

/** The leader of a board, and the empty place beside them. */
export function ToBeat({ rows }: { rows: readonly StandingRow[] }) {
  const [leader] = rows
  return (
    <ol className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-4">
      {leader &&
        rows.slice(0, 3).map((row) => (
          <li key={row.key} className="min-w-0">
            <span className="block aspect-square w-full">
              <AthleteFace of={row} side={112} />
            </span>
            <p className="mt-2 leading-tight font-semibold">
              <RacerName row={row} />
            </p>
            <p className="figures text-small text-muted">{standingOf(row, leader)}</p>
            <Credit names={row.credits} />
          </li>
        ))}
      <li className="min-w-0">
        <span
          aria-hidden
          className="display grid aspect-square w-full place-items-center border-2 border-dashed border-ink text-card"
        >
          You
        </span>
        <p className="mt-2 leading-tight font-semibold">{leader ? "Your place" : "First place is open"}</p>
      </li>
    </ol>
  )
}
