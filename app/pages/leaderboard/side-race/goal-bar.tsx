import type { Metric } from "#content/races.ts"
import { Credit } from "../../../ui/credit.tsx"
import { NamedAthletes } from "../named-athletes.tsx"
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
      <NamedAthletes named={named} others={givers - named.length} />
    </>
  )
}
