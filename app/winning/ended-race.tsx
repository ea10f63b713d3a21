import { Link } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import { zoneCity } from "#content/site.ts"
import { spanOf } from "../pages/leaderboard/days.ts"
import { SampleMark } from "../pages/leaderboard/sample-mark.tsx"
import { AthleteFace } from "../people/athlete-face.tsx"
import { Credit } from "../ui/credit.tsx"
import type { ToldEnded } from "./ended-of.ts"

/** A season that has just ended: closed, being checked, or with its winners. */
export function EndedRace({
  season,
  field = "volt",
  className = "",
}: {
  season: ToldEnded
  /** The background of the winners: different from the section above. */
  field?: "volt" | "ink"
  className?: string
}) {
  const { state, name, page, finishers, openPlaces, athletes } = season
  const id = `ended-${page}`
  return (
    <section
      aria-labelledby={id}
      data-ended={state}
      className={`gutter grid gap-x-14 gap-y-4 py-[clamp(1.25rem,2.5vw,2.25rem)] lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] ${state === "awarded" ? winnersField[field] : "field-soft"} ${className}`}
    >
      <div>
        <p className="label text-muted">
          {name}, {spanOf(season)}
        </p>
        <h2 id={id} className="display mt-1 text-card sm:text-section">
          {state === "awarded" && finishers.length === 1 ? "The winner" : titles[state]}
        </h2>
        <p className="mt-2 max-w-[48ch] text-small text-muted">{lineOf(season)}</p>
        {openPlaces.length > 0 && state === "awarded" && (
          <p className="mt-1 text-small text-muted">
            Still being checked: {openPlaces.map((place) => ordinal(place)).join(" and ")} place.
          </p>
        )}
        <Link
          to={state === "late" ? `/leaderboard/${page}?ended` : `/leaderboard/seasons/${season.season}`}
          prefetch="intent"
          className="label mt-1 inline-flex min-h-11 items-center underline decoration-2 underline-offset-[0.4em]"
        >
          {state === "late"
            ? "See the Standings"
            : athletes === 1
              ? "See the Result"
              : `See All ${grouped(athletes)} Results`}
        </Link>
      </div>
      <ol
        className={`grid content-start gap-y-3 ${finishers.length === 1 ? "" : "sm:grid-cols-3 sm:gap-x-6"}`}
      >
        {finishers.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places can be shared, and hidden athletes have no other key
          <li key={index} className="flex min-w-0 gap-3">
            <AthleteFace of={one} side={48} />
            <div className="min-w-0">
              <p className="leading-tight font-semibold">
                <span className="figures">{ordinal(one.place)}</span>{" "}
                {one.athlete && one.name ? (
                  <>
                    <Link
                      to={`/leaderboard/athletes/${one.athlete}`}
                      className="underline-offset-4 hover:underline"
                    >
                      {one.name}
                    </Link>
                    {one.sample && <SampleMark />}
                  </>
                ) : (
                  "A private athlete"
                )}
              </p>
              {one.title && <p className="text-small leading-snug">{one.title}</p>}
              {one.points !== null && (
                <p className="figures text-small text-muted">{grouped(one.points)} points</p>
              )}
              <Credit names={one.credits} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const winnersField = { volt: "field-volt", ink: "field-ink" }

const titles = {
  late: "The race is over",
  checking: "We are checking the winners",
  awarded: "The winners",
}

function lineOf({ state, until }: ToldEnded): string {
  if (state === "late")
    return `Workouts finished before the close still count if they are uploaded by ${until}, ${zoneCity} time. Then we check the winners.`
  if (state === "checking")
    return until
      ? `The table is final, but the order of winners is not. Prizes are awarded starting ${until}, ${zoneCity} time.`
      : "The table is final. The winners follow as soon as we have checked every result."
  return "Congratulations. Earned one day at a time."
}
