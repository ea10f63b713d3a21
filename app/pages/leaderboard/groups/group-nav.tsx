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
        <div key={by} className="flex flex-wrap items-baseline gap-x-5">
          <h2 className="label w-16 text-muted">{headings[by]}</h2>
          <ul className="flex flex-wrap gap-x-5">
            {some.map(({ name, title, athletes }) => (
              <li key={name}>
                <Link
                  to={`/leaderboard/${page}/of/${name}`}
                  aria-current={name === current ? "page" : undefined}
                  className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:underline aria-[current=page]:font-semibold aria-[current=page]:underline aria-[current=page]:decoration-4"
                >
                  {title}
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
        to={`/leaderboard/${page}/of/neighbors`}
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        My neighbors
      </Link>
    </nav>
  )
}
