import { Link } from "react-router"
import { useFrame } from "../../document/document.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { EndedLink } from "../../winning/ended-link.tsx"
import { LastWinners } from "../../winning/last-winners.tsx"
import { PhaseMark } from "../../winning/phase-mark.tsx"
import { RaceSwitch } from "../../winning/race-switch.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"
import type { RaceLoaded } from "./read-race.ts"

/**
 * A race in one screen: its name, the prize, the time left, and the last winners. Shortened on a member's phone, where
 * their place follows.
 */
export function RaceHead({ races, race, last, ended, today }: RaceLoaded) {
  const { links } = useFrame()
  const over = ended.find(({ state }) => state !== "awarded")
  const other = races.find(({ page }) => page !== race.page)
  return (
    <header className="field-volt gutter grid gap-x-14 gap-y-4 py-[clamp(1rem,3.5vw,3.5rem)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="flex flex-col items-start">
        <RaceSwitch races={races} current={race.page} />
        <h1 className="display mt-4 text-title [text-wrap:wrap]! in-data-session:max-sm:text-section">
          The {race.name.toLowerCase()}
        </h1>
        <div className="in-data-session:max-sm:hidden">
          <p className="mt-3 max-w-[52ch] text-lead text-muted">
            Time, distance and consistency on one board that moves the moment an activity arrives.{" "}
            {other && besideIt(other.series)}
          </p>
          <div className="mt-5 flex flex-wrap gap-3 in-data-session:hidden max-sm:[&>a]:w-full">
            <ButtonLink to="/join">Join the Competition</ButtonLink>
            <ButtonLink to={links.club} look="plain">
              Join the Activity Club
            </ButtonLink>
          </div>
        </div>
      </div>
      <section aria-labelledby="prize" className="min-w-0">
        <div className="mb-2 flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="prize" className="label">
            The prize
          </h2>
          <PhaseMark season={race} phase={race.phase} />
        </div>
        <SeasonPrize season={race} today={today} brief />
        <div className="mt-5 border-t border-line pt-3 in-data-session:max-sm:hidden">
          <h2 className="label mb-2">Last winner</h2>
          {over ? <EndedLink season={over} /> : <LastWinners last={last} />}
          {last.length > 0 && (
            <Link
              to="/leaderboard/seasons"
              prefetch="intent"
              className="label flex min-h-11 w-fit items-center underline decoration-2 underline-offset-[0.4em]"
            >
              Season Results
            </Link>
          )}
        </div>
      </section>
    </header>
  )
}

function besideIt(series: string): string {
  return series === "monthly"
    ? "The monthly competition runs beside it, with a prize of its own."
    : "The two-week race runs beside it, with prizes of its own."
}
