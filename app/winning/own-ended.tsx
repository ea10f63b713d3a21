import { Link } from "react-router"
import { countOf, rankAmong } from "#content/amounts.ts"
import type { OwnEnded as Ended } from "#domain/competition/seasons/own-races.ts"

/** How a season that has just ended went for the member. */
export function OwnEnded({ season }: { season: Ended }) {
  const { state, activeDays, points } = season
  const race = season.name.toLowerCase()
  const isFinisher = season.finishDays !== null && activeDays >= season.finishDays
  return (
    <div data-own-ended={state} className="mt-2 mb-3 border-l-8 border-volt bg-raised p-3 sm:p-4">
      <h2 className="display figures text-card">
        {state === "late"
          ? `You are ${rankAmong(season)} as the ${race} closes`
          : `You finished ${rankAmong(season, { over: true })} in the ${race}`}
      </h2>
      <p className="figures mt-1 text-small text-muted">
        {countOf(activeDays, "active day")}, {countOf(points, "point")}.{" "}
        {isFinisher && "You are a finisher. "}
        {next[state]}{" "}
        {state !== "late" && (
          <span className="inline-flex flex-wrap gap-x-4">
            <Link to={`/leaderboard/seasons/${season.season}`} className="underline underline-offset-4">
              See the results
            </Link>
            <Link to={`/account/seasons/${season.season}`} className="underline underline-offset-4">
              Look back
            </Link>
          </span>
        )}
      </p>
    </div>
  )
}

const next = {
  late: "Late uploads still count.",
  checking: "We are checking the winners.",
  awarded: "The winners are known.",
}
