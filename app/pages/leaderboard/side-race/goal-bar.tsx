import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import type { Metric } from "#content/races.ts"
import { Credit } from "../../../ui/credit.tsx"
import { SampleMark } from "../sample-mark.tsx"
import { GoalProgress } from "./goal-progress.tsx"
import { OwnRacePlace } from "./own-race-place.tsx"

interface GoalBarProps {
  race: { season: string; name: string; metric: Metric }
  goal: {
    target: number
    sum: number | null
    givers: number
    named: readonly { athlete: string; name: string; sample: boolean }[]
    credits: readonly string[]
  }
  token: string | null
}

/** The progress toward a joint goal, and the contributors in the order of their names. */
export function GoalBar({ race, goal, token }: GoalBarProps) {
  const { target, sum, givers, named, credits } = goal
  const others = givers - named.length
  return (
    <>
      <div className="mt-8">
        <GoalProgress metric={race.metric} sum={sum} target={target} />
        <Credit names={credits} />
        {sum === null && (
          <p className="mt-3 max-w-[58ch] text-muted">
            The total appears once four athletes have added to it. If it includes training that a service lets
            us show to members only, only members see it.
          </p>
        )}
      </div>
      <OwnRacePlace
        path={`races/${race.season}/${race.name}`}
        metric={race.metric}
        token={token}
        state={String(sum)}
        joint
      />
      {named.length > 0 && (
        <ul className="mt-8 gap-x-8 border-t border-line pt-4 sm:columns-2 lg:columns-3">
          {named.map(({ athlete, name, sample }) => (
            <li key={athlete} className="flex break-inside-avoid items-baseline gap-x-2 py-1.5">
              <Link
                to={`/leaderboard/athletes/${athlete}`}
                className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              {sample && <SampleMark />}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="mt-4 text-muted">
          {named.length > 0 ? "And " : ""}
          {countOf(others, "athlete")} whose {others === 1 ? "name is" : "names are"} not listed here.
        </p>
      )}
    </>
  )
}
