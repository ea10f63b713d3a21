import { countOf, grouped } from "#content/amounts.ts"
import { companyOf, paceLines } from "#content/pace.ts"

/** Pace lines under a board with few athletes; nothing while it shows samples, or once ten athletes have points. */
export function Pace(props: {
  /** Athletes with points. */
  total: number
  /** Whether sample athletes are on the board. */
  samples: boolean
  /** Days of the board, "2026-11-20", and which of them is today. */
  days: readonly string[]
  today: string
}) {
  const { total, samples, today } = props
  const over = props.days.filter((day) => day <= today).length
  if (samples || total >= companyOf || over === 0) return null
  return (
    <div className="mt-6 border-t border-dashed border-line">
      <ul aria-label="Pace to compare with">
        {paceLines(over, today).map(({ activeDays, points }) => (
          <li
            key={activeDays}
            className="flex items-baseline justify-between gap-4 border-b border-dashed border-line px-2 py-3 text-muted sm:px-4"
          >
            <span>Pace: {countOf(activeDays, "active day")}</span>
            <span className="figures font-semibold">
              {grouped(points)}
              <span className="font-normal"> points</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 px-2 text-small text-muted sm:px-4">
        These lines are nobody’s. They show what a half-hour 5K on each of those days would earn, and they
        disappear once ten athletes have points.
      </p>
    </div>
  )
}
