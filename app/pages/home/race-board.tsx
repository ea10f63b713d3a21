import type { RefObject } from "react"
import { Link } from "react-router"
import { longDay } from "#content/dates.ts"
import type { Phase } from "#content/running.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import type { BoardView } from "../../live/board-view.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PhaseMark } from "../../winning/phase-mark.tsx"
import { RaceSwitch } from "../../winning/race-switch.tsx"
import { daysOf, spanOf } from "../leaderboard/days.ts"
import { DemoMark } from "../leaderboard/demo-mark.tsx"
import { TopFive } from "../leaderboard/top-five.tsx"
import { Updated } from "../leaderboard/updated.tsx"

interface RaceBoardProps {
  /** The first one is the race that is on. */
  races: readonly (Winnable & { phase: Phase })[]
  /** Null while the boards are not open. */
  view: BoardView | null
  status: LiveStatus
  viewers: Viewers | null
  /** The day on the competition's calendar. */
  today: string
  demo: boolean
  place: RefObject<HTMLElement | null>
}

/** The first board of home: the race that is on, its first five, and the way to the other race. */
export function RaceBoard({ races, view, status, viewers, today, demo, place }: RaceBoardProps) {
  const [race, ...others] = races
  if (!race) return null
  return (
    <section
      ref={place}
      aria-labelledby="race"
      data-board={race.page}
      className="gutter py-[clamp(1rem,4vw,4.5rem)]"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="race" className="display text-section">
            {race.name}
          </h2>
          <p className={`mt-1 text-muted ${view?.total === 0 ? "" : "max-sm:in-data-session:hidden"}`}>
            {spanOf(race)}. The most points win {race.prizes.length === 1 ? "the prize" : "the prizes"}.
          </p>
        </div>
        <RaceSwitch races={races} current={race.page} />
      </div>
      <div className="mt-4 mb-2 flex min-h-14 flex-wrap items-center gap-x-8 gap-y-2 sm:min-h-8">
        {view && <Updated at={view.total === 0 ? null : view.updatedAt} status={status} viewers={viewers} />}
        {demo && view?.total !== 0 && <DemoMark />}
      </div>
      <TopFive view={view} days={daysOf(race, today)} today={today} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <ButtonLink to="/leaderboard">See the Whole Race</ButtonLink>
        {others.map((other) => (
          <p key={other.page} className="max-w-[46ch] min-w-0 text-small">
            <Link
              to={`/leaderboard/${other.page}`}
              prefetch="intent"
              className="font-semibold underline underline-offset-4"
            >
              {other.name}
            </Link>{" "}
            <PhaseMark season={other} phase={other.phase} />
            <span className="block text-muted">
              {other.prizes[0]?.title}. Ends {longDay(other.to)}.
            </span>
          </p>
        ))}
      </div>
    </section>
  )
}
