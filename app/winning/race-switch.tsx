import { Link } from "react-router"
import type { Winnable } from "#domain/competition/seasons/winning.ts"

/** Leads from one race to the other. */
export function RaceSwitch({
  races,
  current,
}: {
  races: readonly Pick<Winnable, "page" | "name">[]
  /** The page of the race that is shown. */
  current: string
}) {
  return (
    <nav aria-label="Races" className="print:hidden">
      <ul className="inline-flex rounded-card border-2 border-text">
        {races.map(({ page, name }) => (
          <li key={page}>
            <Link
              to={`/leaderboard/${page}`}
              prefetch="intent"
              aria-current={page === current ? "page" : undefined}
              className="label inline-flex min-h-11 items-center px-3.5 underline-offset-4 hover:underline aria-[current=page]:bg-text aria-[current=page]:text-surface aria-[current=page]:no-underline forced-colors:aria-[current=page]:border-b-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
