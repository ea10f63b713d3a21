import { memo, useEffect, useRef, useState } from "react"
import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import { photoAddress } from "#content/photos.ts"
import type { StandingRow } from "../../live/board-view.ts"
import { Credit } from "../../ui/credit.tsx"
import { Face } from "../../ui/face.tsx"
import { DayMarks } from "./day-marks.tsx"
import { Move } from "./move.tsx"
import { SampleMark } from "./sample-mark.tsx"
import { useCount } from "./use-count.ts"
import { Why } from "./why.tsx"

export interface RowSurroundings {
  board: string
  days: readonly string[]
  today: string
  /** False if yesterday's board was empty: no row is new then. */
  hasYesterday: boolean
  token: string | null
}

/** Shared by the row's content and the clickable summary below it: a summary must not contain links. */
const rowHeight = "h-18 lg:h-16"

/**
 * One athlete on the board. A tap anywhere on the row expands what earned the points, natively and even before
 * hydration; until then the panel links to the athlete's page, and the reasons load after hydration. Rendered again
 * only when its own row changes.
 */
export const BoardRow = memo(function BoardRow({
  row,
  mine,
  id,
  ...around
}: RowSurroundings & { row: StandingRow; mine: boolean; id?: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), [])
  const points = useCount(row.points)
  const { athlete } = row
  return (
    <li
      data-row={row.key}
      data-points={row.points ?? ""}
      data-mine={mine || undefined}
      {...(id ? { id, tabIndex: -1 } : {})}
      className={`group/row relative border-b border-line ${mine ? "bg-volt text-ink [--line:#0e111040] [--mark:#0e1110] [--muted:#2b322a] [--success:#0f4a28] [--danger:#8c1a13]" : "bg-surface"}`}
    >
      <div
        className={`board-grid items-center px-2 py-2.5 sm:px-4 ${rowHeight} ${athlete ? "pointer-events-none absolute inset-x-0 top-0" : ""}`}
      >
        <span
          className={`display figures text-card [grid-area:rank] ${row.rank <= 3 && !mine ? "justify-self-start bg-volt px-1.5 text-ink" : "px-1.5"}`}
        >
          <span className="sr-only">Rank </span>
          {row.rank}
        </span>
        <span className="justify-self-start [grid-area:move]">
          <Move move={row.move} fresh={around.hasYesterday && row.name !== null} />
        </span>
        <span className="min-w-0 [grid-area:name]">
          {athlete && row.name ? (
            <span className="flex items-center">
              {row.photo && (
                <Face
                  key={row.photo}
                  address={(side, format) => photoAddress(row.photo ?? "", side, format)}
                  side={36}
                  className="mr-2.5 size-9"
                />
              )}
              <Link
                to={`/leaderboard/athletes/${athlete}`}
                className="truncate py-1 pointer-events-none sm:pointer-events-auto text-[1.0625rem] font-semibold underline-offset-4 hover:underline"
              >
                {row.name}
              </Link>
              {row.sample && <SampleMark />}
            </span>
          ) : (
            <span className="block py-1 text-muted">
              {mine ? "You, unseen by others" : "Private athlete"}
            </span>
          )}
          <Credit names={row.credits} />
        </span>
        <span className="min-w-0 [grid-area:days]">
          <DayMarks days={around.days} active={row.activeOn} today={around.today} />
        </span>
        <span className="figures hidden text-right text-small text-muted [grid-area:count] lg:block">
          {row.activeDays === null ? "" : `${row.activeDays} ${row.activeDays === 1 ? "day" : "days"}`}
        </span>
        <span className="flex items-center justify-end gap-2 whitespace-nowrap [grid-area:points]">
          <span className="display figures text-card">
            {points === null ? "–" : grouped(points)}
            <span className="sr-only"> points</span>
          </span>
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className={`size-4 shrink-0 fill-none stroke-current stroke-[3] transition-transform ${athlete ? "opacity-50 group-hover/row:opacity-100" : "invisible"} group-has-[details[open]]/row:rotate-180`}
          >
            <path d="M4 8l8 8 8-8" />
          </svg>
        </span>
      </div>
      {athlete && (
        <details ref={details} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary
            className={`block cursor-pointer focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden ${rowHeight}`}
          >
            <span className="sr-only">What earned the points of {row.name}</span>
          </summary>
          <div className="px-2 pb-5 sm:px-4">
            {open && <Why board={around.board} athlete={athlete} points={row.points} token={around.token} />}
            <Link
              to={`/leaderboard/athletes/${athlete}`}
              prefetch="intent"
              className="label mt-3 inline-flex min-h-11 items-center underline decoration-2 underline-offset-[0.4em]"
            >
              {row.name ?? "You"}: every day and season
            </Link>
          </div>
        </details>
      )}
    </li>
  )
})
