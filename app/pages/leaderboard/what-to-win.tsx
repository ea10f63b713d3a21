import { Link } from "react-router"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import type { Winning } from "#domain/competition/seasons/winning.ts"
import { LastWinners } from "../../winning/last-winners.tsx"
import { Race } from "../../winning/race.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"

/** The prizes of the running seasons with the time left, who is in front this month, and who won last. */
export function WhatToWin(props: {
  prizes: Winning
  /** The first rows of the month. */
  race: readonly StandingRow[]
  /** The day on the competition's calendar. */
  today: string
}) {
  // The page is about the month, so its prize comes first.
  const open = props.prizes.open.toSorted(
    (a, b) => Number(b.series === "monthly") - Number(a.series === "monthly"),
  )
  return (
    <section
      aria-label="What you can win"
      className="field-volt gutter grid gap-x-12 gap-y-9 py-[clamp(2rem,4vw,3.5rem)] sm:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)]"
    >
      {open.map((season) => (
        <div key={season.series}>
          <h2 className="label mb-2">
            {season.series === "monthly" ? "The monthly prize" : "The two-week prize"}
          </h2>
          <SeasonPrize season={season} today={props.today} />
        </div>
      ))}
      <div className="grid gap-x-12 gap-y-7 max-xl:col-span-full sm:max-xl:grid-cols-2">
        <div className="min-w-0">
          <h2 className="label mb-2">Leading this month</h2>
          <Race rows={props.race} />
        </div>
        <div className="min-w-0">
          <h2 className="label mb-2">Last winners</h2>
          <LastWinners last={props.prizes.last} />
          <Link
            to="/leaderboard/seasons"
            prefetch="intent"
            className="label mt-1 inline-flex min-h-11 items-center underline decoration-2 underline-offset-[0.4em]"
          >
            Season Results
          </Link>
        </div>
      </div>
    </section>
  )
}
