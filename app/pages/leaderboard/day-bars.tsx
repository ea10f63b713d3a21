import type { ExplainedDay } from "#domain/competition/scoring/explain.ts"
import { shortDate } from "../../day.ts"

const count = 28
const dayMs = 86_400_000

/** The last four weeks as bars, scaled by points. The list of days beside it is the text equivalent. */
export function DayBars({ days, today }: { days: readonly ExplainedDay[]; today: string }) {
  const points = new Map(days.map((day) => [day.on, day.points ?? 0]))
  const last = Math.max(Date.parse(today), ...days.map((day) => Date.parse(day.on)))
  const shown = Array.from({ length: count }, (_, n) =>
    new Date(last - (count - 1 - n) * dayMs).toISOString().slice(0, 10),
  )
  const most = Math.max(100, ...shown.map((day) => points.get(day) ?? 0))
  return (
    <div aria-hidden className="mt-8 flex h-48 items-end gap-[2px] border-b-2 border-text sm:h-64 sm:gap-1.5">
      {shown.map((day) => {
        const value = points.get(day) ?? 0
        return (
          <div
            key={day}
            title={`${shortDate(day)}: ${value}`}
            className="flex h-full min-w-0 grow basis-0 flex-col justify-end"
          >
            {value > 0 && (
              <div
                className="flex justify-center overflow-hidden bg-mark pt-1 text-on-mark"
                style={{ height: `${(value / most) * 100}%` }}
              >
                <span className="figures hidden text-[0.6875rem] leading-none font-bold lg:block">
                  {value}
                </span>
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}
