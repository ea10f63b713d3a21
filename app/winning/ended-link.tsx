import { Link } from "react-router"
import type { ToldEnded } from "./ended-of.ts"

const said = {
  late: "has just closed. See who is in front.",
  checking: "is over, and the winners are being checked. See the table.",
  awarded: "is over. See who won.",
}

/** A one-line link to a season that has just ended. */
export function EndedLink({ season, className = "" }: { season: ToldEnded; className?: string }) {
  const { state, page } = season
  return (
    <Link
      to={state === "late" ? `/leaderboard/${page}?ended` : `/leaderboard/seasons/${season.season}`}
      className={`inline-flex min-h-11 items-center text-small font-semibold underline underline-offset-4 ${className}`}
    >
      The last {season.name.toLowerCase()} {said[state]}
    </Link>
  )
}
