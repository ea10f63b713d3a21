import { countOf, grouped } from "#content/amounts.ts"
import type { Finishers } from "#domain/competition/seasons/finishers.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { Section } from "../../ui/section.tsx"
import { NamedAthletes } from "./named-athletes.tsx"

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
  return (
    <Section title={athletes === 1 ? "One finisher" : `${grouped(athletes)} finishers`}>
      <p className="mt-4 max-w-[58ch] text-lead">
        {countOf(days, "active day")} make you a finisher, whatever your place.
      </p>
      <NamedAthletes
        named={named}
        others={athletes - named.length}
        beside={({ name, athlete, activeDays }) => (
          <>
            <span className="figures shrink-0 text-small text-muted">{countOf(activeDays, "day")}</span>
            {cheers && <cheers.Day cheers={cheers} athlete={athlete} on={null} name={name} />}
          </>
        )}
      />
    </Section>
  )
}
