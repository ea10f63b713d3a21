import { memo, useId, useState } from "react"
import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import type { StandingRow } from "../../live/board-view.ts"
import { DayMarks } from "./day-marks.tsx"
import { Move } from "./move.tsx"
import { useCount } from "./use-count.ts"
import { Why } from "./why.tsx"

export interface RowSurroundings {
  board: string
  days: readonly string[]
  today: string
  /** Others were on the board yesterday, so who was not is new. */
  hasYesterday: boolean
  token: string | null
}

/** One athlete on the board. A tap anywhere opens what earned the points. Drawn again only when its own row looks different. */
export const BoardRow = memo(function BoardRow({
  row,
  mine,
  id,
  ...around
}: RowSurroundings & { row: StandingRow; mine: boolean; id?: string }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const points = useCount(row.points)
  const { athlete } = row
  return (
    <li
      data-row={row.key}
      data-points={row.points ?? ""}
      {...(id ? { id, tabIndex: -1 } : {})}
      className={`relative border-b border-line ${mine ? "bg-volt text-ink [--line:#0e111040] [--mark:#0e1110] [--muted:#2b322a] [--success:#0f4a28] [--danger:#8c1a13]" : "bg-surface"}`}
    >
      <div className="board-grid group relative min-h-16 items-center px-2 py-2.5 sm:px-4">
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
            <Link
              to={`/leaderboard/athletes/${athlete}`}
              className="relative z-10 inline-block max-w-full truncate py-1 align-middle [@media(scripting:enabled)_and_(width<40rem)]:pointer-events-none text-[1.0625rem] font-semibold underline-offset-4 hover:underline"
            >
              {row.name}
            </Link>
          ) : (
            <span className="block py-1 text-muted">
              {mine ? "You, unseen by others" : "Private athlete"}
            </span>
          )}
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
            className={`size-4 shrink-0 fill-none stroke-current stroke-[3] transition-transform ${athlete ? "opacity-50 group-hover:opacity-100" : "invisible"} ${open ? "rotate-180" : ""}`}
          >
            <path d="M4 8l8 8 8-8" />
          </svg>
        </span>
        {athlete && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="absolute inset-0 cursor-pointer"
          >
            <span className="sr-only">What earned the points of {row.name}</span>
          </button>
        )}
      </div>
      <div id={panel} hidden={!open} className="px-2 sm:px-4">
        {open && athlete && (
          <Why board={around.board} athlete={athlete} points={row.points} token={around.token} />
        )}
      </div>
    </li>
  )
})
