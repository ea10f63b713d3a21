import { Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import type { Finishers } from "#domain/competition/seasons/finishers.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { Section } from "../../ui/section.tsx"
import { SampleMark } from "./sample-mark.tsx"

/**
 * Everybody who trained on enough days of a season, by name: finishers have no places.
 * @param until the last day of the season, the latest that can be cheered here
 */
export function FinisherList({ finished, until }: { finished: Finishers; until: string }) {
  const { days, athletes, named } = finished
  const cheers = useCheers(
    named.map(({ athlete }) => athlete),
    { days: 1, until },
  )
  const unnamed = athletes - named.length
  return (
    <Section title={athletes === 1 ? "One finisher" : `${grouped(athletes)} finishers`}>
      <p className="mt-4 max-w-[58ch] text-lead">
        {countOf(days, "active day")} make you a finisher, whatever your place.
      </p>
      {named.length > 0 && (
        <ul className="mt-8 gap-x-8 border-t border-line pt-4 sm:columns-2 lg:columns-3">
          {named.map(({ name, athlete, activeDays, sample }) => (
            <li key={athlete} className="flex break-inside-avoid flex-wrap items-baseline gap-x-2 py-1.5">
              <Link
                to={`/leaderboard/athletes/${athlete}`}
                className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              {sample && <SampleMark />}
              <span className="figures shrink-0 text-small text-muted">{countOf(activeDays, "day")}</span>
              {cheers && <cheers.Day cheers={cheers} athlete={athlete} on={null} name={name} />}
            </li>
          ))}
        </ul>
      )}
      {unnamed > 0 && (
        <p className="mt-4 text-muted">
          {named.length > 0 ? "And " : ""}
          {countOf(unnamed, "athlete")} whose {unnamed === 1 ? "name is" : "names are"} not listed here.
        </p>
      )}
    </Section>
  )
}
