import { Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import { Credit } from "../../ui/credit.tsx"
import { RaceValue } from "../leaderboard/side-race/race-value.tsx"
import { TeamMark } from "../leaderboard/side-race/team-mark.tsx"
import type { CommunityNow } from "./read.ts"

/** The race of teams and the joint goal, as far as they run. */
export function Together({ now: { teams, goal } }: { now: CommunityNow }) {
  if (!teams && !goal) return null
  return (
    <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
      {teams && (
        <div>
          <h3 className="display text-card">
            <Link to={`/leaderboard/races/${teams.season}/${teams.race}`} className="underline-offset-4">
              {teams.title}
            </Link>
          </h3>
          <ol className="mt-4 border-t border-line">
            {teams.rows.map((team) => (
              <li
                key={team.number}
                className="grid grid-cols-[2rem_2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2.5"
              >
                <span className="display figures">{team.place ?? "–"}</span>
                <TeamMark number={team.number} />
                <span className="min-w-0 font-semibold wrap-anywhere">
                  {team.name}
                  <Credit names={team.credits} />
                </span>
                <span className="figures">
                  {team.points === null ? "–" : grouped(team.points)}
                  <span className="sr-only"> points</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {goal && (
        <div>
          <h3 className="display text-card">
            <Link to={`/leaderboard/races/${goal.season}/${goal.race}`} className="underline-offset-4">
              {goal.title}
            </Link>
          </h3>
          <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6">
            <span className="display figures text-section">
              {goal.sum === null ? "–" : <RaceValue metric={goal.metric} value={goal.sum} />}
            </span>
            <span className="text-muted">
              of <RaceValue metric={goal.metric} value={goal.target} />
            </span>
          </p>
          <div className="mt-3 h-4 bg-line forced-colors:border" aria-hidden>
            <div
              className="h-full bg-mark"
              style={{ width: `${goal.sum === null ? 0 : Math.min(1, goal.sum / goal.target) * 100}%` }}
            />
          </div>
          <Credit names={goal.credits} />
          <p className="mt-2 text-small text-muted">
            {goal.givers === 0
              ? "Nobody has given anything yet: the first workout begins it."
              : `${countOf(goal.givers, "athlete")} so far, all together.`}
          </p>
        </div>
      )}
    </div>
  )
}
