import type { Phase } from "#content/running.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import type { Winnable, Winning } from "#domain/competition/seasons/winning.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { EndedLink } from "../../winning/ended-link.tsx"
import type { ToldEnded } from "../../winning/ended-of.ts"
import { LastWinners } from "../../winning/last-winners.tsx"
import { OwnRace } from "../../winning/own-race.tsx"
import { PhaseMark } from "../../winning/phase-mark.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"
import { StartingLine } from "./starting-line.tsx"

interface HeroProps {
  /** The race that is on. */
  race: Winnable
  phase: Phase
  last: Winning["last"]
  /** The first rows of its board. */
  rows: readonly StandingRow[]
  /** The day on the competition's calendar. */
  today: string
  /** The member's own races; null for visitors, and until they are loaded. */
  own: OwnRaces | null
  failed: boolean
  /** The seasons that have just ended. */
  ended: readonly ToldEnded[]
}

/**
 * The first screen: the prize, the deadline, the leaders, the last winners, and the button to join. For members, their
 * own race replaces the button: the mark on the document decides before the first paint.
 */
export function Hero({ race, phase, last, rows, today, own, failed, ended }: HeroProps) {
  const over = ended.find(({ page }) => page === race.page)
  const lastWon = last.filter(({ series }) => series === race.series)
  return (
    <section className="field-ink -mt-nav pt-nav">
      <div className="gutter grid gap-x-14 gap-y-4 pt-[clamp(0.875rem,3.5vw,3.25rem)] pb-6 max-sm:in-data-session:pb-4 sm:gap-y-8 sm:pb-9 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr_auto]">
        <h1 className="display text-[clamp(1.5rem,0.9rem+3.85vw,2rem)] leading-none in-data-session:max-sm:sr-only sm:text-[5.2vw] sm:leading-[0.98] sm:in-data-session:text-[clamp(1.5rem,2.6vw,2.5rem)] lg:col-span-2 lg:mb-2 2xl:text-[5.5rem] 2xl:in-data-session:text-[2.5rem]">
          Where Everyday Athletes <br className="max-sm:hidden" />
          Compete, Connect, and Win
        </h1>
        <div className="in-data-session:hidden">
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
        <OwnRace own={own} failed={failed} race={race} ending={ended.length > 0} />
        <section
          aria-labelledby="to-win"
          className="field-volt p-[clamp(1rem,2.2vw,2rem)] lg:col-start-2 lg:row-span-2 lg:row-start-2"
        >
          <div
            className={`mb-2 flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:mb-2.5 ${ended.length > 0 ? "" : "max-sm:in-data-session:mb-0 max-sm:in-data-session:min-h-0 max-sm:in-data-session:has-[[data-phase]]:mb-2"}`}
          >
            {/* Beside the end of one race, a prize says whose it is. */}
            <h2 id="to-win" className={`label ${ended.length > 0 ? "" : "max-sm:in-data-session:sr-only"}`}>
              {race.name}, the prize
            </h2>
            <PhaseMark season={race} phase={phase} />
          </div>
          <SeasonPrize season={race} today={today} brief />
          <div className="mt-4 border-t border-line pt-3 max-sm:in-data-session:hidden">
            <h3 className="label mb-2">Last winner</h3>
            {over && over.state !== "awarded" ? <EndedLink season={over} /> : <LastWinners last={lastWon} />}
          </div>
        </section>
        <section aria-labelledby="in-the-lead" className="min-w-0 in-data-session:hidden">
          <h2 id="in-the-lead" className="label mb-2 text-volt sm:mb-3">
            {rows.length > 0 ? "In the lead now" : "No points yet. The first activity takes the lead."}
          </h2>
          <StartingLine rows={rows} />
        </section>
      </div>
    </section>
  )
}
