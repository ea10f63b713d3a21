import { memo } from "react"
import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import type { KnownAthlete } from "#content/board-athletes.ts"
import type { StandingRow } from "../../live/board-view.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Chevron } from "../../ui/chevron.tsx"
import { Credit } from "../../ui/credit.tsx"
import { DayMarks } from "./day-marks.tsx"
import { Move } from "./move.tsx"
import { RowDetails } from "./row-details.tsx"
import { SampleBelowFace, SampleMark } from "./sample-mark.tsx"
import { useCount } from "./use-count.ts"
import { Why } from "./why.tsx"

export interface RowSurroundings {
  board: string
  days: readonly string[]
  today: string
  /** False if yesterday's board was empty: no row is new then. */
  hasYesterday: boolean
  token: string | null
  /** Athletes of the directory, by address. */
  known?: Readonly<Record<string, KnownAthlete>> | undefined
}

/**
 * One athlete on the board, with the reasons for its points below. Rendered again only when its own row changes.
 */
export const BoardRow = memo(function BoardRow({
  row,
  mine,
  behind,
  id,
  ...around
}: RowSurroundings & {
  row: StandingRow
  mine: boolean
  /** Points to the row above; null where there is none, or it is unknown. */
  behind?: number | null
  id?: string
}) {
  const points = useCount(row.points)
  const { athlete } = row
  const about = athlete === null ? undefined : around.known?.[athlete]
  return (
    <li
      data-row={row.key}
      data-points={row.points ?? ""}
      data-mine={mine || undefined}
      {...(id ? { id, tabIndex: -1 } : {})}
      className={`group/row relative border-b border-line ${mine ? "forced-colors:border-l-8 bg-volt text-ink [--line:#0e111040] [--mark:#0e1110] [--muted:#2b322a] [--success:#0f4a28] [--danger:#8c1a13]" : "bg-surface"}`}
    >
      <div
        className={`board-grid min-h-20 items-center px-2 py-2.5 sm:px-4 lg:min-h-16 ${athlete ? "pointer-events-none relative z-10" : ""}`}
      >
        <span
          className={`flex flex-col items-start gap-x-3 [grid-area:rank] ${fitsInLine(row) ? "lg:flex-row lg:items-center" : ""}`}
        >
          <span
            className={`display figures ${rankSize(row.rank)} ${row.rank <= 3 && !mine ? "bg-volt text-ink" : ""}`}
          >
            <span className="sr-only">Rank </span>
            {row.rank}
          </span>
          <Move move={row.move} fresh={around.hasYesterday && row.name !== null} />
        </span>
        <span className="self-center [grid-area:face]">
          <AthleteFace of={row} side={40} />
          {row.sample && <SampleBelowFace />}
        </span>
        <span className="min-w-0 [grid-area:name]">
          {athlete && row.name ? (
            <>
              <span className="block leading-tight wrap-anywhere">
                <Link
                  to={`/leaderboard/athletes/${athlete}`}
                  className="pointer-events-none py-0.5 text-base font-semibold underline-offset-4 hover:underline sm:pointer-events-auto lg:text-[1.0625rem]"
                >
                  {row.name}
                </Link>
                {row.sample && <SampleMark className="max-lg:hidden" />}
              </span>
              {about && (
                <span className="block text-small leading-tight text-muted max-lg:sr-only">
                  {about.sport}
                </span>
              )}
            </>
          ) : (
            <span className="block py-1 text-muted">
              {mine ? "You, hidden from others" : "Private athlete"}
            </span>
          )}
          <Credit names={row.credits} />
        </span>
        <span className="flex min-w-0 items-center [grid-area:days]">
          <DayMarks days={around.days} active={row.activeOn} today={around.today} />
        </span>
        <span className="figures hidden text-right text-small text-muted [grid-area:count] lg:block">
          {row.activeDays === null ? "" : `${row.activeDays} ${row.activeDays === 1 ? "day" : "days"}`}
        </span>
        <span className="flex items-center justify-end gap-2 whitespace-nowrap [grid-area:points]">
          <span className="text-right">
            <span className="display figures block text-card leading-none">
              {points === null ? "–" : grouped(points)}
              <span className="sr-only"> points</span>
            </span>
            {behind ? (
              <span className="figures block text-label text-muted">
                <span aria-hidden>−{grouped(behind)}</span>
                <span className="sr-only">{behind} behind the row above</span>
              </span>
            ) : null}
          </span>
          <Chevron
            className={`size-4 ${athlete ? "opacity-50 group-hover/row:opacity-100" : "invisible"} group-has-[details[open]]/row:rotate-180`}
          />
        </span>
      </div>
      {athlete && (
        <RowDetails athlete={athlete} name={row.name} says="What earned the points of">
          <Why board={around.board} athlete={athlete} points={row.points} token={around.token} />
        </RowDetails>
      )}
    </li>
  )
})

/** On a phone a rank of three digits or more is smaller, so that it does not touch the face beside it. */
function rankSize(rank: number): string {
  if (rank < 100) return "text-card px-1.5"
  return `${rank < 1_000 ? "max-lg:text-base" : "max-lg:text-label"} lg:text-card lg:px-1.5`
}

/** Whether rank and move have room beside each other on a desktop: "99 ▲ 12" does, "428 ▲ 12" does not. */
function fitsInLine({ rank, move }: Pick<StandingRow, "rank" | "move">): boolean {
  return `${rank}${Math.abs(move ?? 0)}`.length < 5
}
