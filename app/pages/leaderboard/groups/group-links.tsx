import { Link } from "react-router"
import { groupRule } from "#content/board-groups.ts"
import type { BoardGroup } from "#domain/competition/boards/groups.ts"

interface GroupLinksProps {
  /** Of the race. */
  page: string
  /** Those that have a board. */
  groups: readonly BoardGroup[]
  /** Athletes with points in the race. */
  total: number
}

/** Ways to filter the board of a race, as soon as there is something to see; before that, nothing. */
export function GroupLinks({ page, groups, total }: GroupLinksProps) {
  const has = (by: BoardGroup["by"]) => groups.some((group) => group.by === by)
  const links = [
    ...groups.filter(({ by }) => by === "category").map(({ name, title }) => ({ to: `of/${name}`, title })),
    ...(has("age") ? [{ to: "of/age", title: "By age" }] : []),
    ...(has("sport") ? [{ to: "of/sport", title: "By sport" }] : []),
    ...(total > groupRule.neighbors ? [{ to: "neighbors", title: "My neighbors" }] : []),
  ]
  if (links.length === 0) return null
  return (
    <nav aria-label="Filter the board" className="mt-8 border-t border-line pt-3 print:hidden">
      <ul className="flex flex-wrap items-baseline gap-x-6">
        <li className="label text-muted">Show only</li>
        {links.map(({ to, title }) => (
          <li key={to}>
            <Link
              to={`/leaderboard/${page}/${to}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:decoration-2"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
