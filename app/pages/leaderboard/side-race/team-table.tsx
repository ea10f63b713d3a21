import { Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import type { Race } from "#domain/competition/races/race.ts"
import type { TeamRow } from "#domain/competition/teams/page.ts"
import { Credit } from "../../../ui/credit.tsx"
import { TeamMark } from "./team-mark.tsx"

/** The table of a team race. */
export function TeamTable({
  race,
  teams,
  founding,
}: {
  race: Pick<Race, "season" | "name" | "entrants">
  teams: readonly TeamRow[]
  /** Whether members can still found teams. */
  founding: boolean
}) {
  if (teams.length === 0)
    return (
      <p className="mt-8 max-w-[52ch] border-t border-line pt-8 text-lead">
        {race.entrants === "captains"
          ? founding
            ? "Nobody has founded a team yet. Found the first one, and pass its code on."
            : "Nobody has founded a team, and now it is too late for this race."
          : "The teams are drawn when the season begins, from everybody who had points in one of the last seasons or joined since. Eight athletes make the first two teams."}
      </p>
    )
  return (
    <>
      <ol className="mt-8 border-t-4 border-text">
        {teams.map((team) => (
          <li
            key={team.number}
            className={`relative border-b border-line ${team.mine ? "bg-volt text-ink" : "hover:bg-raised"}`}
          >
            <div className="grid min-h-16 grid-cols-[2.5rem_2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2.5 sm:px-4">
              <span className="display figures text-card">
                <span className="sr-only">Rank </span>
                {team.place ?? "–"}
              </span>
              <TeamMark number={team.number} />
              <span className="min-w-0">
                <Link
                  to={`/leaderboard/races/${race.season}/${race.name}/teams/${team.number}`}
                  prefetch="intent"
                  className="block font-semibold wrap-anywhere after:absolute after:inset-0"
                >
                  {team.name}
                </Link>
                <span className="block text-small text-muted">{countOf(team.members, "member")}</span>
                <Credit names={team.credits} />
              </span>
              <span className="text-right">
                <span className="display figures block text-card leading-none">
                  {team.points === null ? "–" : grouped(team.points)}
                  <span className="sr-only"> points</span>
                </span>
                {team.activeDays !== null && (
                  <span className="figures block text-label text-muted">
                    {countOf(team.activeDays, "active day")}
                  </span>
                )}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {teams.some(({ points }) => points === null) && (
        <p className="mt-4 max-w-[58ch] text-small text-muted">
          A total is shown once four members have recorded something. Some totals are for members only, as the
          terms of the services that they come from require.
        </p>
      )}
    </>
  )
}
