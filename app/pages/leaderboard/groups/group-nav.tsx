import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import type { BoardGroup } from "#domain/competition/boards/groups.ts"

const headings = { category: "Groups", age: "Ages", sport: "Sports" } as const

interface GroupNavProps {
  /** Of the race. */
  page: string
  groups: readonly BoardGroup[]
  /** The name of the group that is shown. */
  current: string | null
}

/** The groups of a board with their athletes, as links. */
export function GroupNav({ page, groups, current }: GroupNavProps) {
  const byKind = Map.groupBy(groups, ({ by }) => by)
  return (
    <nav aria-label="Groups" className="grid gap-x-10 gap-y-2 border-b border-line pb-4">
      {[...byKind].map(([by, some]) => (
        <div key={by} className="flex min-w-0 items-baseline gap-x-5">
          <h2 className="label w-16 shrink-0 text-muted">{headings[by]}</h2>
          {/* On a phone, a row scrolls sideways, so that the board begins on the first screen; `relative` clips its hidden texts. */}
          <ul className="relative flex min-w-0 gap-x-5 max-sm:-mr-gutter max-sm:overflow-x-auto max-sm:pr-gutter max-sm:[scrollbar-width:none] sm:flex-wrap">
            {some.map(({ name, title, athletes }) => (
              <li key={name}>
                <Link
                  to={`/leaderboard/${page}/of/${name}`}
                  aria-current={name === current ? "page" : undefined}
                  className="group inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap"
                >
                  <span className="underline-offset-4 group-hover:underline group-aria-[current=page]:font-semibold group-aria-[current=page]:underline group-aria-[current=page]:decoration-4">
                    {title}
                  </span>
                  <span className="figures text-small text-muted">
                    {grouped(athletes)}
                    <span className="sr-only"> athletes</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link
        to={`/leaderboard/${page}/neighbors`}
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        My neighbors
      </Link>
    </nav>
  )
}
