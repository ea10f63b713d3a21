import { isMonday } from "./days.ts"

/**
 * A row of days, one mark each: tall for an active day, a point on the ground for a rest day, nothing yet for a day to come.
 * @param active null when the days are not shown to this viewer
 */
export function DayMarks(props: {
  days: readonly string[]
  active: readonly string[] | null
  today: string
  className?: string
}) {
  const { days, active, today } = props
  if (active === null) return null
  const on = new Set(active)
  const count = days.filter((day) => on.has(day)).length
  return (
    <span
      role="img"
      aria-label={`${count} active ${count === 1 ? "day" : "days"} of ${days.filter((day) => day <= today).length}`}
      className={`flex h-4 items-end gap-[2px] ${props.className ?? ""}`}
    >
      {days.map((day) => (
        <span
          key={day}
          className={`block min-w-0 max-w-2 grow ${isMonday(day) && day !== days[0] ? "ml-[3px]" : ""} ${
            on.has(day) ? "h-4 bg-mark" : day > today ? "h-[3px] bg-line opacity-40" : "h-[3px] bg-line"
          }`}
        />
      ))}
    </span>
  )
}
