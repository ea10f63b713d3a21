import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import type { Winning } from "#domain/competition/seasons/winning.ts"
import { longDay } from "../../day.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { LastWinners } from "../../winning/last-winners.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"
import { DemoMark } from "../leaderboard/demo-mark.tsx"
import { StartingLine } from "./starting-line.tsx"

interface HeroProps {
  prizes: Winning
  /** The first rows of the season that closes first. */
  race: readonly StandingRow[]
  /** The day on the competition's calendar. */
  today: string
  demo: boolean
}

/** The first screen: what can be won, by when, who is ahead, who won last, and the one way in. */
export function Hero({ prizes: { open, last }, race, today, demo }: HeroProps) {
  const [next, ...others] = open
  return (
    <section className="field-ink -mt-nav pt-nav">
      <div className="gutter grid gap-x-14 gap-y-4 pt-[clamp(0.875rem,3.5vw,3.25rem)] pb-6 sm:gap-y-8 sm:pb-9 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr_auto]">
        <h1 className="display text-[clamp(1.5rem,0.9rem+3.85vw,2rem)] leading-none sm:text-[5.2vw] sm:leading-[0.98] lg:col-span-2 lg:mb-2 2xl:text-[5.5rem]">
          Where Everyday Athletes <br className="max-sm:hidden" />
          Compete, Connect, and Win
        </h1>
        <div>
          <p className="mb-2 text-small leading-tight text-muted sm:hidden">
            Your workouts earn points. The most points win.
          </p>
          <p className="max-w-[44ch] text-lead text-muted max-sm:hidden">
            Your workouts earn points on one live board: for time, distance and consistency. A long run helps.
            Not missing Thursday helps more.
          </p>
          <ButtonLink to="/leaderboard" look="volt" className="max-sm:w-full sm:mt-6">
            Join the Competition
          </ButtonLink>
        </div>
        {next && (
          <section
            aria-labelledby="to-win"
            className="field-volt p-[clamp(1rem,2.2vw,2rem)] lg:col-start-2 lg:row-span-2 lg:row-start-2"
          >
            <h2 id="to-win" className="label mb-2 sm:mb-2.5">
              {next.series === "fortnightly" ? "The two-week prize" : "The monthly prize"}
            </h2>
            <SeasonPrize season={next} today={today} />
          </section>
        )}
        <section aria-labelledby="in-the-lead" className="min-w-0">
          <h2 id="in-the-lead" className="label mb-2 text-volt sm:mb-3">
            {race.length > 0 ? "In the lead now" : "No points yet. The first activity takes the lead."}
          </h2>
          <StartingLine rows={race} />
        </section>
      </div>
      <div className="gutter grid gap-x-14 gap-y-6 border-t border-line py-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section className="min-w-0">
          <h2 className="label mb-2.5 text-volt">Last winners</h2>
          <LastWinners last={last} />
        </section>
        {others.map((season) => (
          <section key={season.series} className="min-w-0">
            <h2 className="label mb-2.5 text-volt">{season.name}</h2>
            <p className="font-semibold">{season.prizes[0]?.title}</p>
            <p className="text-small text-muted">Ends {longDay(season.to)}.</p>
          </section>
        ))}
        {demo && (
          <div className="col-span-full">
            <DemoMark />
          </div>
        )}
      </div>
    </section>
  )
}
