import { shortDate, shortDay } from "#content/dates.ts"
import type { ExplainedDay } from "#domain/competition/scoring/explain.ts"

const count = 28
const dayMs = 86_400_000

const parts = [
  { part: "time", name: "Time", color: "bg-text" },
  { part: "distance", name: "Distance", color: "bg-muted" },
  { part: "consistency", name: "Consistency", color: "bg-volt" },
] as const

/**
 * The last four weeks as bars, scaled by points and stacked by activity. The list of days beside it is the text
 * equivalent.
 */
export function DayBars({ days, today }: { days: readonly ExplainedDay[]; today: string }) {
  const byDay = new Map(days.map((day) => [day.on, day]))
  const last = Math.max(Date.parse(today), ...days.map((day) => Date.parse(day.on)))
  const shown = Array.from({ length: count }, (_, n) =>
    new Date(last - (count - 1 - n) * dayMs).toISOString().slice(0, 10),
  )
  const most = Math.max(100, ...shown.map((day) => byDay.get(day)?.points ?? 0))
  return (
    // Printed without backgrounds, the bars would be blank; the list of days contains the same information.
    <div aria-hidden className="print:hidden">
      <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-small text-muted">
        {parts.map(({ part, name, color }) => (
          <li key={part} className="flex items-center gap-2">
            <span className={`size-3.5 border border-line ${color}`} />
            {name}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex h-48 items-end gap-[2px] border-b-2 border-text sm:h-64 sm:gap-1.5">
        {shown.map((on) => {
          const day = byDay.get(on)
          const value = day?.points ?? 0
          return (
            <div
              key={on}
              title={`${shortDate(on)}: ${value}`}
              className="flex h-full min-w-0 grow basis-0 flex-col justify-end"
            >
              {day && value > 0 && (
                <>
                  <span className="figures hidden text-center text-[0.6875rem] leading-5 font-bold lg:block">
                    {value}
                  </span>
                  <div className="flex flex-col-reverse" style={{ height: `${(value / most) * 92}%` }}>
                    {shares(day).map(({ color, share }) => (
                      <div key={color} className={color} style={{ flexGrow: share }} />
                    ))}
                  </div>
                </>
              )}
            </div>
          )
        })}
      </div>
      <p className="figures mt-1.5 flex justify-between text-label text-muted">
        <span>{shortDay(shown[0] ?? today)}</span>
        <span>{shortDay(shown.at(-1) ?? today)}</span>
      </p>
    </div>
  )
}

/** The parts of a day's points; one color if the details are hidden. */
function shares({ lines }: ExplainedDay): { color: string; share: number }[] {
  if (lines === null) return [{ color: "bg-text", share: 1 }]
  return parts.flatMap(({ part, color }) => {
    const share = lines.reduce((sum, line) => sum + (line.part === part ? line.points : 0), 0)
    return share > 0 ? [{ color, share }] : []
  })
}
