import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { teamRule } from "#content/team-rule.ts"
import type { Race } from "#domain/competition/races/race.ts"
import type { PrizeWinner } from "#domain/competition/teams/prize-winners.ts"

/** What the first team wins, and, once it is awarded, who got it. */
export function TeamPrize({
  race: { prize, mostPrizes },
  winners,
}: {
  race: Pick<Race, "prize" | "mostPrizes">
  winners: readonly PrizeWinner[]
}) {
  const shown = winners.flatMap(({ name, athlete }) => (name && athlete ? [{ name, athlete }] : []))
  const hidden = winners.length - shown.length
  return (
    <div className="mt-6 max-w-[58ch] border-l-8 border-volt bg-raised p-5">
      <h2 className="display text-card wrap-anywhere">{prize}</h2>
      {winners.length === 0 ? (
        <p className="mt-2">
          For members of the first team with at least {teamRule.prizeActiveDays} active days who were drawn
          into it with points of their own.{" "}
          {mostPrizes === 1 ? "There is one" : `There are ${mostPrizes} at most`}: if more qualify, those who
          placed higher in the season get {mostPrizes === 1 ? "it" : "one"}.
        </p>
      ) : (
        <>
          <p className="mt-2">{countOf(winners.length, "winner")}:</p>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {shown.map(({ name, athlete }) => (
              <li key={athlete}>
                <Link
                  to={`/leaderboard/athletes/${athlete}`}
                  className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  {name}
                </Link>
              </li>
            ))}
            {hidden > 0 && (
              <li className="inline-flex min-h-11 items-center">{countOf(hidden, "private athlete")}</li>
            )}
          </ul>
        </>
      )}
    </div>
  )
}
