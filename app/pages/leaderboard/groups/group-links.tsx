import { Link } from "react-router"
import { categories, categoryNames } from "#content/board-groups.ts"

const links = [
  ...categories.map((name) => ({ name, title: categoryNames[name] })),
  { name: "age", title: "By age" },
  { name: "sport", title: "By sport" },
  { name: "neighbors", title: "My neighbors" },
]

/** Ways to filter the board of a race. They are the same on every page, so that nothing is read for them. @param page of the race */
export function GroupLinks({ page }: { page: string }) {
  return (
    <nav aria-label="Filter the board" className="mt-8 border-t border-line pt-3 print:hidden">
      <ul className="flex flex-wrap items-baseline gap-x-6">
        <li className="label text-muted">Show only</li>
        {links.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={`/leaderboard/${page}/of/${name}`}
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
