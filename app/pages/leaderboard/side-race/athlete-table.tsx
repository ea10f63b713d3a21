import { riseRule } from "#content/rise-rule.ts"
import type { Race } from "#domain/competition/races/race.ts"
import type { RaceRow } from "#domain/competition/races/rows.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { OwnRacePlace } from "./own-race-place.tsx"
import { SideRaceRow } from "./side-race-row.tsx"

interface AthleteTableProps {
  race: Pick<Race, "season" | "name" | "metric">
  rows: readonly RaceRow[]
  next: number | null
  after: number
  final: boolean
  token: string | null
}

/** The table of a race of athletes, with the member's own place above it. */
export function AthleteTable({ race, rows, next, after, final, token }: AthleteTableProps) {
  const path = `races/${race.season}/${race.name}`
  return (
    <>
      <OwnRacePlace
        path={path}
        metric={race.metric}
        token={token}
        state={rows.map(({ value }) => value).join()}
      />
      {rows.length === 0 ? (
        <p className="mt-8 max-w-[52ch] border-t border-line pt-8 text-lead">
          {final
            ? "Nobody has a place in this race."
            : race.metric === "rise"
              ? `The table begins with the first athlete who has ${riseRule.medianWeeks} weeks of history before the season.`
              : "The table begins with the first activity that counts for this race."}
        </p>
      ) : (
        <ol className="mt-8 border-t-4 border-text">
          {rows.map((row) => (
            <SideRaceRow key={row.key} row={row} race={race} token={token} />
          ))}
        </ol>
      )}
      {rows.some(({ value }) => value === null) && (
        <p className="mt-4 max-w-[58ch] text-small text-muted">
          Some values are shown to members only, because the services they come from require it.
        </p>
      )}
      {(next !== null || after > 0) && (
        <nav aria-label="Pages of the table" className="mt-8 flex flex-wrap gap-3">
          {after > 0 && (
            <ButtonLink to={`/leaderboard/${path}`} look="plain">
              First page
            </ButtonLink>
          )}
          {next !== null && <ButtonLink to={`?after=${next}`}>Next page</ButtonLink>}
        </nav>
      )}
    </>
  )
}
