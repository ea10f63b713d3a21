import { shortDate } from "#content/dates.ts"
import type { Explained } from "#domain/competition/scoring/explain.ts"
import type { Cheers } from "../../community/cheers.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { useRead } from "../../live/use-read.ts"
import { Button } from "../../ui/button.tsx"
import { Credit } from "../../ui/credit.tsx"
import { InBothUnits } from "../../ui/distance.tsx"
import { readBoard } from "./read-board.ts"
import { shortLine } from "./short-line.ts"

/** A board holds at most a month. */
const shownDays = 31

/** What earned an athlete's points on a board, loaded on demand. */
export function Why(props: { board: string; athlete: string; points: number | null; token: string | null }) {
  const { board, athlete, points, token } = props
  const read = (signal: AbortSignal) =>
    readBoard<Explained>(`${board}/athletes/${athlete}.json`, token, signal)
  const { before, failed, retry } = useRead(`${board} ${athlete} ${token}`, read, { state: `${points}` })
  const cheers = useCheers([athlete], { days: shownDays })
  if (failed)
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-small text-danger">The details did not load.</p>
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  if (!before)
    return (
      <p aria-busy="true" className="text-small text-muted">
        Loading what earned these points…
      </p>
    )
  return <DayReasons days={before.days} athlete={athlete} cheers={cheers} />
}

interface DayReasonsProps {
  days: Explained["days"]
  /** With both, a member can cheer each day. */
  athlete?: string
  cheers?: Cheers | null
}

/** Days and their points, latest first. */
export function DayReasons({ days, athlete, cheers = null }: DayReasonsProps) {
  if (days.length === 0) return <p className="text-small text-muted">This athlete’s days are not public.</p>
  return (
    <ol className="border-t border-line">
      {days.map((day) => (
        <li
          key={day.on}
          className="grid grid-cols-[5.75rem_minmax(0,1fr)_auto] sm:grid-cols-[7rem_minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2.5 text-small"
        >
          <span className="label figures whitespace-nowrap text-muted">{shortDate(day.on)}</span>
          {day.lines ? (
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {day.lines.map((line) => (
                <li key={`${line.part} ${line.text}`} className="figures">
                  <InBothUnits text={shortLine(line)} />{" "}
                  <span className="font-bold">{signed(line.points)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <span className="text-muted">
              The service it came from lets only the athlete see the details.
            </span>
          )}
          <span className="display figures text-right text-base">{day.points ?? "–"}</span>
          <Credit names={day.credits} className="col-start-2" />
          {cheers && athlete && (
            <cheers.Day
              cheers={cheers}
              athlete={athlete}
              on={day.on}
              className="col-start-2 -mb-2 has-[select]:mb-0"
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`
}
