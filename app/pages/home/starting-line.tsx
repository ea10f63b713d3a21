import { Link } from "react-router"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Credit } from "../../ui/credit.tsx"
import { RacerName, standingOf } from "../../winning/racer.tsx"

const place = "min-w-0 sm:flex sm:items-center sm:gap-4"
const toPlace =
  "font-semibold underline decoration-volt decoration-2 underline-offset-4 after:absolute after:inset-0"
const tile = "block aspect-square w-full max-w-28 sm:w-20 sm:shrink-0 xl:w-24"

/** The leader, the athlete right behind, and the place beside them that the visitor could take. */
export function StartingLine({ rows }: { rows: readonly StandingRow[] }) {
  const [leader] = rows
  return (
    <ol className="grid grid-cols-3 gap-x-3 sm:gap-x-5">
      {leader &&
        rows.slice(0, 2).map((row) => (
          <li key={row.key} className={place}>
            <span className={tile}>
              <AthleteFace of={row} side={112} />
            </span>
            <div className="min-w-0 max-sm:mt-1.5">
              <p className="text-small leading-tight font-semibold sm:text-base sm:leading-tight">
                <RacerName row={row} />
              </p>
              <p className="figures mt-0.5 text-label text-muted sm:text-small">{standingOf(row, leader)}</p>
              <Credit names={row.credits} />
            </div>
          </li>
        ))}
      {/* Alone, the place of the visitor takes the whole line. */}
      <li className={`relative ${leader ? place : "col-span-full flex items-center gap-4"}`}>
        <span
          aria-hidden
          className={`display grid place-items-center border-2 border-dashed border-volt text-card text-volt ${tile} ${leader ? "" : "shrink-0 max-sm:w-28"}`}
        >
          You
        </span>
        <p
          className={`min-w-0 text-small leading-tight sm:text-base sm:leading-tight ${leader ? "max-sm:mt-2" : ""}`}
        >
          <Link to="/join" prefetch="intent" className={toPlace}>
            Create Your Account
          </Link>
        </p>
      </li>
    </ol>
  )
}
