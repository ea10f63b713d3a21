import { Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { SampleMark } from "../pages/leaderboard/sample-mark.tsx"

/** "leads with 1,727 points", or how far behind the leader; where points are hidden, only the place. */
export function standingOf(row: StandingRow, leader: StandingRow): string {
  if (row === leader)
    return row.points === null ? "leads with hidden points" : `leads with ${countOf(row.points, "point")}`
  if (leader.points === null || row.points === null) return `place ${grouped(row.rank)}`
  const gap = leader.points - row.points
  return gap === 0 ? "level on points" : `${countOf(gap, "point")} behind`
}

/** The name of somebody in the race, a link to their page where visitors may see one. */
export function RacerName({ row }: { row: StandingRow }) {
  if (!row.athlete || !row.name) return "A private athlete"
  return (
    <>
      <Link to={`/leaderboard/athletes/${row.athlete}`} className="underline-offset-4 hover:underline">
        {row.name}
      </Link>
      {row.sample && <SampleMark />}
    </>
  )
}
