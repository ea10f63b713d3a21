import type { ReactNode } from "react"
import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { SampleMark } from "./sample-mark.tsx"

interface NamedAthlete {
  /** The athlete's address. */
  athlete: string
  name: string
  sample: boolean
}

/**
 * Athletes without places, by name, and how many others there are.
 * @param beside what stands behind a name
 */
export function NamedAthletes<Athlete extends NamedAthlete>({
  named,
  others,
  beside,
}: {
  named: readonly Athlete[]
  others: number
  beside?: (athlete: Athlete) => ReactNode
}) {
  return (
    <>
      {named.length > 0 && (
        <ul className="mt-8 gap-x-8 border-t border-line pt-4 sm:columns-2 lg:columns-3">
          {named.map((one) => (
            <li key={one.athlete} className="flex break-inside-avoid flex-wrap items-baseline gap-x-2 py-1.5">
              <Link
                to={`/leaderboard/athletes/${one.athlete}`}
                className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {one.name}
              </Link>
              {one.sample && <SampleMark />}
              {beside?.(one)}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="mt-4 text-muted">
          {named.length > 0 ? "And " : ""}
          {countOf(others, "athlete")} whose {others === 1 ? "name is" : "names are"} not listed here.
        </p>
      )}
    </>
  )
}
