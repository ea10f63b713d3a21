import { countOf } from "#content/amounts.ts"
import { longDate, longSpan, monthName } from "#content/dates.ts"
import { milestoneInWords } from "#content/milestone-words.ts"
import type { AthletePage } from "#domain/community/athlete-page.ts"
import { sundayOf } from "../account/year/months.ts"
import { YearGrid } from "./year-grid.tsx"

/** An athlete's year and milestones, as far as they show them; nothing otherwise. */
export function AthleteStory({ page: { calendar, milestones } }: { page: AthletePage }) {
  if (!calendar && milestones.length === 0) return null
  return (
    <section className="gutter pb-section">
      {calendar && (
        <>
          <h2 className="display text-section">The last year</h2>
          <p className="figures mt-3 text-muted">{countOf(calendar.days.length, "active day")}</p>
          <YearGrid {...calendar} />
        </>
      )}
      {milestones.length > 0 && (
        <>
          <h2 className={`display text-section ${calendar ? "mt-14" : ""}`}>Milestones</h2>
          <ol className="mt-6 grid gap-x-10 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
            {milestones.map((one) => {
              const { title, reason } = milestoneInWords(one)
              const when =
                one.kind === "best-month"
                  ? `${monthName(one.on.slice(0, 7))} ${one.on.slice(0, 4)}`
                  : one.kind === "best-week"
                    ? longSpan(one.on, sundayOf(one.on))
                    : longDate(one.on)
              return (
                <li key={`${title} ${one.on}`} className="border-b border-line py-3">
                  <p className="display text-card">{title}</p>
                  <p className="figures mt-1 text-small text-muted">
                    {when}
                    {reason && `, ${reason}`}
                  </p>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </section>
  )
}
