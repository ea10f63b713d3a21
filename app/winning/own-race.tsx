import { lazy, Suspense } from "react"
import { Link } from "react-router"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { Said } from "./said.tsx"
import { loadOwnHome } from "./use-own-races.ts"

const OwnHome = lazy(loadOwnHome)

interface OwnRaceProps {
  own: OwnRaces | null
  failed: boolean
  race: Pick<Winnable, "page" | "name">
  /** Whether a season has just ended, which takes a little more space. */
  ending: boolean
}

/**
 * A member's own part of the home page: place, the session that passes the next athlete, neighbors. Its height is
 * reserved before it is loaded, and the mark on the document shows it, so that the layout does not shift.
 */
export function OwnRace({ own, failed, race, ending }: OwnRaceProps) {
  return (
    <section
      aria-label="My race"
      aria-busy={own === null && !failed}
      data-own-race
      className={`hidden flex-col in-data-session:flex sm:min-h-[22rem] ${ending ? "min-h-[22rem]" : "min-h-[20.5rem]"}`}
    >
      <div className="flex items-center justify-between gap-4">
        <p className="label text-volt">{race.name}</p>
        {own?.joined && (
          <Link
            to="/account/year"
            className="label -my-3.5 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Your Year
          </Link>
        )}
      </div>
      {!failed && own === null && <p className="mt-2 text-muted">Loading your place…</p>}
      {failed && own === null && (
        <Said title="We cannot reach your place right now" text="Everything you sent us is safe." />
      )}
      {own && (
        <Suspense>
          <OwnHome own={own} page={race.page} />
        </Suspense>
      )}
    </section>
  )
}
