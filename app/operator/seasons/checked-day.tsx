import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface CheckedDayProps {
  day: {
    on: string
    points: number
    change: string | null
    seen: string[]
    doubtful: boolean
    /** Who confirmed it, and when. */
    cleared: string | null
    activities: { id: number; what: string; evidence: string[]; doubts: string[] }[]
  }
  /** Names in URLs. */
  season: string
  athlete: string
  name: string
  /** Whether it is the first day to check, which has the keyboard shortcuts. */
  isFirst: boolean
  /** Why another operator must confirm it; null if this one may. */
  notClear: string | null
}

/** A day of a prospective winner: expanded with its button while it is doubtful, otherwise a line that expands. */
export function CheckedDay({ day, season, athlete, name, isFirst, notClear }: CheckedDayProps) {
  const points = countOf(day.points, "point")
  if (day.doubtful)
    return (
      <li className="border-l-4 border-danger bg-raised px-4 py-3 text-small">
        <p className="figures font-semibold">{`${day.on}, ${points}`}</p>
        <Activities day={day} isFirst={isFirst} />
        {notClear ? (
          <p className="mt-3">{notClear}</p>
        ) : (
          <PressForm action="/seasons/check" className="mt-3">
            <input type="hidden" name="season" value={season} />
            <input type="hidden" name="athlete" value={athlete} />
            <input type="hidden" name="on" value={day.on} />
            {day.seen.map((one) => (
              <input key={one} type="hidden" name="seen" value={one} />
            ))}
            <Button
              type="submit"
              look="quiet"
              {...(isFirst ? { "data-key": "c", "data-says": "This day is right" } : {})}
            >
              This day is right
              <span className="sr-only">{`: ${day.on} of ${name}`}</span>
            </Button>
          </PressForm>
        )}
      </li>
    )
  return (
    <li className="px-4 text-small">
      <details>
        <summary className="figures min-h-11 cursor-pointer py-2.5">
          {`${day.on}, ${points}`}
          {day.cleared && <span className="text-muted">{` · found right by ${day.cleared}`}</span>}
        </summary>
        <Activities day={day} isFirst={false} />
      </details>
    </li>
  )
}

function Activities({ day, isFirst }: { day: CheckedDayProps["day"]; isFirst: boolean }) {
  const first = day.activities.find(({ doubts }) => doubts.length > 0)
  return (
    <>
      {day.change && <p className="mt-1 font-semibold">{day.change}</p>}
      <ul className="mt-1 grid gap-3">
        {day.activities.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            <Link
              to={`/review/${one.id}`}
              className="inline-flex min-h-11 items-center underline"
              {...(isFirst && one === first ? { "data-key": "o", "data-says": "Open its recording" } : {})}
            >
              {one.what}
            </Link>
            {one.doubts.map((doubt) => (
              <p key={doubt} className="font-semibold">
                {doubt.charAt(0).toUpperCase() + doubt.slice(1)}
              </p>
            ))}
            <p className="text-muted">{one.evidence.join(" ")}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
