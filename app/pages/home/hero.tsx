import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import type { Winning } from "#domain/competition/seasons/winning.ts"
import { longDay } from "../../day.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { LastWinners } from "../../winning/last-winners.tsx"
import { Race } from "../../winning/race.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"
import { DemoMark } from "../leaderboard/demo-mark.tsx"

interface HeroProps {
  prizes: Winning
  /** The first rows of the season that closes first. */
  race: readonly StandingRow[]
  /** The day on the competition's calendar. */
  today: string
  demo: boolean
}

/** The first screen: what can be won, by when, who is ahead, and who won last. */
export function Hero({ prizes: { open, last }, race, today, demo }: HeroProps) {
  const [next, ...others] = open
  return (
    <section className="field-ink -mt-nav pt-nav">
      <div className="gutter grid gap-x-12 gap-y-6 pt-[clamp(1.25rem,4vw,4rem)] pb-5 sm:gap-y-8 sm:pb-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end">
        <div>
          <h1 className="display max-w-[17ch] text-[clamp(1.5rem,0.9rem+3.85vw,4.25rem)] leading-none sm:leading-[0.98]">
            Where Everyday Athletes Compete, Connect, and Win
          </h1>
          <p className="mt-5 max-w-[44ch] text-lead text-muted max-sm:hidden">
            Your training on one live board. Time, distance and consistency count. A fast mile helps. Not
            missing Thursday helps more.
          </p>
          <div className="mt-5 flex flex-wrap gap-x-2.5 gap-y-3 max-sm:[&>a]:grow max-sm:[&>a]:px-3 sm:mt-6 lg:mt-8">
            <ButtonLink to="/leaderboard" look="volt">
              Join the Competition
            </ButtonLink>
            <ButtonLink to="/join" look="plain">
              Create Your Account
            </ButtonLink>
          </div>
        </div>
        {next && (
          <section aria-labelledby="to-win" className="field-volt p-[clamp(1.25rem,2.4vw,2.25rem)]">
            <h2 id="to-win" className="label mb-3">
              {next.series === "fortnightly" ? "The two-week prize" : "The monthly prize"}
            </h2>
            <SeasonPrize season={next} today={today} />
          </section>
        )}
      </div>
      <div className="gutter grid gap-x-12 border-t border-line sm:grid-cols-3">
        <HeroPart title="In the lead now">
          <Race rows={race} />
        </HeroPart>
        <HeroPart title="Last winners">
          <LastWinners last={last} />
        </HeroPart>
        {others.map((season) => (
          <HeroPart key={season.series} title={season.name}>
            <p className="font-semibold">{season.prizes[0]?.title}</p>
            <p className="text-small text-muted">Ends {longDay(season.to)}.</p>
          </HeroPart>
        ))}
      </div>
      {demo && (
        <div className="gutter pb-6">
          <DemoMark />
        </div>
      )}
    </section>
  )
}

function HeroPart({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="min-w-0 py-4 max-sm:border-b max-sm:border-line sm:py-7">
      <h2 className="label mb-2 text-volt">{title}</h2>
      {children}
    </section>
  )
}
