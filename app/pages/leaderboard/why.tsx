import type { Explained } from "#domain/competition/scoring/explain.ts"
import type { Cheers } from "../../community/cheers.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { useRead } from "../../live/use-read.ts"
import { Button } from "../../ui/button.tsx"
import { InBothUnits } from "../../ui/distance.tsx"
import { DayRow } from "./day-row.tsx"
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
        <DayRow
          key={day.on}
          on={day.on}
          value={day.points ?? "–"}
          credits={day.credits}
          cheer={cheers && athlete ? { cheers, athlete } : null}
        >
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
        </DayRow>
      ))}
    </ol>
  )
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`
}
