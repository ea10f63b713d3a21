import type { Metric } from "#content/races.ts"
import { RaceValue } from "./race-value.tsx"

interface GoalProgressProps {
  metric: Metric
  /** Null while it is hidden. */
  sum: number | null
  target: number
}

/** How far it is to a goal of everybody, or of a team. */
export function GoalProgress({ metric, sum, target }: GoalProgressProps) {
  const share = sum === null ? 0 : Math.min(1, sum / target)
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="display figures text-section">
          {sum === null ? "–" : <RaceValue metric={metric} value={sum} />}
        </span>
        <span className="text-muted">
          of <RaceValue metric={metric} value={target} />
        </span>
      </p>
      <div className="mt-3 h-6 bg-line forced-colors:border" aria-hidden>
        <div className="h-full bg-mark" style={{ width: `${share * 100}%` }} />
      </div>
      {share === 1 && <p className="mt-3 font-semibold">Reached, together.</p>}
    </>
  )
}
