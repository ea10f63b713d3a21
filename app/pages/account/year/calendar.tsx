import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { monthName, shortDate } from "#content/dates.ts"
import { kindsInWords } from "#content/milestone-words.ts"
import type { OwnYear } from "#domain/competition/streaks/own-year.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { Chevron } from "../../../ui/chevron.tsx"
import { Credit } from "../../../ui/credit.tsx"
import { Part } from "../part.tsx"
import { MonthTable } from "./month-table.tsx"
import { type CalendarMonth, monthsOf } from "./months.ts"

/** Every day of a year with its points and kinds, and every week of the streak, the latest month first. */
export function Calendar({ year }: { year: OwnYear }) {
  const months = monthsOf(year)
  const others = year.years.filter((one) => one !== year.year)
  return (
    <Part
      id="calendar"
      title={`Calendar of ${year.year}`}
      text="Points for each day. The number beside a week says how long the streak was by then."
      action={
        others.length > 0 && (
          <div className="flex flex-wrap gap-x-5">
            {others.map((one) => (
              <Link
                key={one}
                to={`?year=${one}#calendar`}
                preventScrollReset
                className="figures inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                Show {one}
              </Link>
            ))}
          </div>
        )
      }
    >
      {year.days.length === 0 ? (
        <>
          <p className="mb-5">
            No days this year yet. Your first activity that counts shows up here right away.
          </p>
          <ButtonLink to="/account#import">Add a Workout</ButtonLink>
        </>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-9 md:grid-cols-[repeat(2,minmax(0,1fr))] xl:grid-cols-[repeat(3,minmax(0,1fr))]">
          {months.map((month) => (
            <div key={month.month}>
              <MonthTable month={month} today={year.today} />
              <Days month={month} />
            </div>
          ))}
          <Credit names={year.credits} className="col-span-full" />
        </div>
      )}
    </Part>
  )
}

/** The same days with their kinds, as a list. */
function Days({ month }: { month: CalendarMonth }) {
  const days = month.weeks.flatMap((week) => week.days.flatMap(({ done }) => done ?? []))
  if (days.length === 0) return null
  return (
    <details className="group mt-1">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-small underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        What you did in {monthName(month.month)}
        <Chevron className="size-4 group-open:rotate-180" />
      </summary>
      <ol className="border-t border-line">
        {days.reverse().map((day) => (
          <li
            key={day.on}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-small"
          >
            <span className="label figures text-muted">{shortDate(day.on)}</span>
            <span>{kindsInWords(day.kinds)}</span>
            <span className="figures">{countOf(day.points, "point")}</span>
            <Credit names={day.credits} className="col-start-2" />
          </li>
        ))}
      </ol>
    </details>
  )
}
