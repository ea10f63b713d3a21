import { Link } from "react-router"
import { longDay } from "#content/dates.ts"
import type { LastWon } from "#domain/competition/seasons/winning.ts"
import { SampleMark } from "../pages/leaderboard/sample-mark.tsx"
import { AthleteFace } from "../people/athlete-face.tsx"
import { Credit } from "../ui/credit.tsx"

const nobody = { photo: null, figure: null, athlete: null }

/** The first winner of the latest closed season of each series. One whose name visitors may not see is "an athlete". */
export function LastWinners({ last }: { last: readonly LastWon[] }) {
  if (last.length === 0)
    return <p className="text-small">No season has closed yet. The first name here could be yours.</p>
  return (
    <ul className="flex flex-wrap gap-x-10 gap-y-3">
      {last.map(({ season, to, winners: [winner] }) => (
        <li key={season} className="flex gap-3">
          <AthleteFace of={winner ?? nobody} side={48} />
          <div className="min-w-0">
            <p className="leading-tight font-semibold">
              {winner?.athlete && winner.name ? (
                <>
                  <Link
                    to={`/leaderboard/athletes/${winner.athlete}`}
                    className="underline-offset-4 hover:underline"
                  >
                    {winner.name}
                  </Link>
                  {winner.sample && <SampleMark />}
                </>
              ) : (
                "An athlete"
              )}
            </p>
            <p className="text-small text-muted">
              {winner?.title},{" "}
              <Link to={`/leaderboard/seasons/${season}`} className="underline underline-offset-4">
                {longDay(to)}
              </Link>
            </p>
            <Credit names={winner?.credits ?? []} />
          </div>
        </li>
      ))}
    </ul>
  )
}
