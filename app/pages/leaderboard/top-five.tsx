import { useRef } from "react"
import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import type { BoardView } from "../../live/board-view.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Credit } from "../../ui/credit.tsx"
import { Pace } from "../../winning/pace.tsx"
import { DayMarks } from "./day-marks.tsx"
import { SampleBelowFace, SampleMark } from "./sample-mark.tsx"
import { useCount } from "./use-count.ts"
import { useMovingRows } from "./use-moving-rows.ts"

/** The first five of a board in large type. `view` is null until loaded; the space is reserved until then. */
export function TopFive({
  view,
  days,
  today,
}: {
  view: BoardView | null
  days: readonly string[]
  today: string
}) {
  const list = useRef<HTMLOListElement>(null)
  const rows = view?.rows.slice(0, 5) ?? []
  useMovingRows(list, view?.rows)
  if (view && rows.length === 0)
    return (
      <>
        <OpenPlace />
        <Pace total={0} samples={false} days={days} today={today} />
      </>
    )
  return (
    <>
      {/* Rows share the columns of the list, so that the days stay in line beside points of any length. */}
      <ol
        ref={list}
        className={`grid content-start border-t border-line grid-cols-[min(2.25rem,11.25vw)_40px_minmax(0,1fr)_auto] gap-x-[min(0.75rem,3.75vw)] sm:grid-cols-[3rem_2.5rem_minmax(0,1fr)_auto_minmax(6.5rem,auto)] sm:gap-x-5 lg:grid-cols-[4rem_3rem_minmax(0,1fr)_auto_minmax(9rem,auto)] lg:gap-x-8 ${view ? "" : "min-h-[26rem] sm:min-h-[31rem]"}`}
      >
        {rows.map((row) => (
          <li
            key={row.key}
            data-row={row.key}
            data-points={row.points ?? ""}
            className="col-span-full grid grid-cols-subgrid items-center border-b border-line py-4 sm:min-h-[6.2rem]"
          >
            <span
              className={`display figures text-[min(clamp(2rem,1rem+4vw,4rem),10vw)] justify-self-start leading-none ${row.rank === 1 ? "bg-volt px-1 text-ink" : "px-1"}`}
            >
              <span className="sr-only">Rank </span>
              {row.rank}
            </span>
            <span>
              <AthleteFace of={row} side={40} />
              {row.sample && <SampleBelowFace />}
            </span>
            <span className="min-w-0">
              {row.athlete && row.name ? (
                <Link
                  to={`/leaderboard/athletes/${row.athlete}`}
                  prefetch="intent"
                  className="display block break-words text-[min(clamp(1.125rem,0.8rem+1.7vw,2rem),6.5vw)] leading-tight underline-offset-4 hover:underline"
                >
                  {row.name}
                  {row.sample && <SampleMark className="max-lg:hidden" />}
                </Link>
              ) : (
                <span className="display text-[min(clamp(1.125rem,0.8rem+1.7vw,2rem),6.5vw)] text-muted">
                  Private athlete
                </span>
              )}
              <Credit names={row.credits} />
              <DayMarks days={days} active={row.activeOn} today={today} className="mt-1.5 sm:hidden" />
            </span>
            <DayMarks days={days} active={row.activeOn} today={today} className="max-sm:hidden" />
            <Points value={row.points} />
          </li>
        ))}
      </ol>
      {view && (
        <Pace total={view.total} samples={rows.some(({ sample }) => sample)} days={days} today={today} />
      )}
    </>
  )
}

/** The first place of a board without points. */
function OpenPlace() {
  return (
    <p className="flex items-center gap-4 border-2 border-dashed border-text p-4 sm:gap-6 sm:p-6">
      <span aria-hidden className="display figures text-section leading-none">
        1
      </span>
      <span>
        <span className="display block text-card leading-tight">First place is open</span>
        <span className="text-muted">No points yet. The first activity that counts takes it.</span>
      </span>
    </p>
  )
}

function Points({ value }: { value: number | null }) {
  const points = useCount(value)
  return (
    <span className="text-right whitespace-nowrap">
      <span className="display figures block text-[min(clamp(1.375rem,0.8rem+2.6vw,3rem),8vw)] leading-none">
        {points === null ? "–" : grouped(points)}
      </span>
      <span className="text-label text-muted">points</span>
    </span>
  )
}
