import { countOf } from "#content/amounts.ts"
import { dayOfMonth, monthName, shortDay } from "#content/dates.ts"
import { kindsInWords } from "#content/milestone-words.ts"
import { markOfWeek } from "#content/streak-words.ts"
import type { CalendarMonth, CalendarWeek } from "./months.ts"

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** One month as a table: a row for each week, headed by its mark in the streak. */
export function MonthTable({ month, today }: { month: CalendarMonth; today: string }) {
  return (
    <table className="figures w-full table-fixed border-separate border-spacing-[3px]">
      <caption className="display pb-2 text-left text-card">{monthName(month.month)}</caption>
      <colgroup>
        {/* Wide enough for the words; sizes here end where a visitor's larger text would leave the phone. */}
        <col className="w-[min(3.5rem,14.5vw)]" />
        <col span={7} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="label pb-1 text-[min(0.6875rem,2.9vw)] text-muted">
            Streak
          </th>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name} className="label pb-1 text-muted">
              <span aria-hidden="true">{name.slice(0, 1)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.on}>
            <WeekHead week={week} />
            {week.days.map((day) => (
              <DayCell key={day.on} day={day} today={today} isFirst={day.on.endsWith("-01")} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const marks = {
  counted: "bg-text text-surface",
  rest: "border-2 border-text",
  break: "border-2 border-dashed border-muted",
  open: "border border-line text-muted",
  none: "",
}

function WeekHead({ week: { on, week } }: { week: CalendarWeek }) {
  const mark = week && markOfWeek(week)
  return (
    <th scope="row" className="h-11 p-0 pr-1.5 align-middle font-normal">
      <span className="sr-only">{`Week of ${shortDay(on)}${mark ? `, ${mark.whole}` : ""}`}</span>
      {week && mark && (
        <span
          aria-hidden="true"
          data-week={week.state}
          className={`label flex h-11 items-center justify-center rounded-card text-[min(0.75rem,3.2vw)] ${marks[week.state]}`}
        >
          {mark.short}
        </span>
      )}
    </th>
  )
}

function DayCell({
  day: { on, done },
  today,
  isFirst,
}: {
  day: CalendarWeek["days"][number]
  today: string
  /** The first of a month says which. */
  isFirst: boolean
}) {
  const told = done ? `${countOf(done.points, "point")}, ${kindsInWords(done.kinds)}` : ""
  return (
    <td
      className="p-0 align-middle"
      title={told || undefined}
      aria-current={on === today ? "date" : undefined}
    >
      <span
        className={`flex h-11 flex-col items-center justify-center rounded-card border-2 leading-none ${on === today ? "border-text" : "border-transparent"} ${done ? (done.active ? "bg-volt text-ink" : "bg-raised") : ""}`}
      >
        <span className={`text-[min(0.6875rem,2.9vw)] ${done?.active ? "text-ink" : "text-muted"}`}>
          {isFirst ? shortDay(on) : dayOfMonth(on)}
        </span>
        {done && (
          <>
            <span aria-hidden="true" className="mt-1 text-[min(0.8125rem,3.4vw)] font-bold">
              {done.points}
            </span>
            <span className="sr-only">: {told}</span>
          </>
        )}
      </span>
    </td>
  )
}
