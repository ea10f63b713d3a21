import { Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { SampleMark } from "../pages/leaderboard/sample-mark.tsx"
import { Credit } from "../ui/credit.tsx"

/** Who is in front, and how close the next one is. */
export function Race({ rows }: { rows: readonly StandingRow[] }) {
  const [first, second] = rows
  if (!first)
    return <p className="text-small">No points yet. The first activity that counts takes the lead.</p>
  return (
    <ol className="grid gap-3">
      <li>
        <Name row={first} />
        <p className="figures text-small text-muted">
          leads with {first.points === null ? "hidden points" : countOf(first.points, "point")}
        </p>
        <Credit names={first.credits} />
      </li>
      {second && (
        <li>
          <Name row={second} />
          <p className="figures text-small text-muted">{behind(first, second)}</p>
          <Credit names={second.credits} />
        </li>
      )}
    </ol>
  )
}

function behind(ahead: StandingRow, row: StandingRow): string {
  if (ahead.points === null || row.points === null) return `place ${grouped(row.rank)}`
  const gap = ahead.points - row.points
  return gap === 0 ? "level on points" : `${countOf(gap, "point")} behind`
}

function Name({ row }: { row: StandingRow }) {
  return (
    <p className="truncate font-semibold">
      {row.athlete && row.name ? (
        <Link to={`/leaderboard/athletes/${row.athlete}`} className="underline-offset-4 hover:underline">
          {row.name}
          {row.sample && <SampleMark />}
        </Link>
      ) : (
        "A private athlete"
      )}
    </p>
  )
}
