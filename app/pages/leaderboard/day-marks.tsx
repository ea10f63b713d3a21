import { isMonday } from "./days.ts"

const step = 8
const mark = 6
const height = 16

/**
 * A row of days, one mark each: tall for an active day, a dot on the baseline for a rest day, fainter for a future day;
 * a small gap before each Monday. Two paths, because a board has fifty of these.
 * @param active null when this viewer may not see the days
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
  let [x, tall, low, toCome] = [0, "", "", ""]
  for (const [index, day] of days.entries()) {
    if (index > 0) x += isMonday(day) ? step + 3 : step
    if (on.has(day)) tall += `M${x} 0h${mark}v${height}h-${mark}z`
    else if (day > today) toCome += `M${x} 14h${mark}v2h-${mark}z`
    else low += `M${x} 13h${mark}v3h-${mark}z`
  }
  const count = days.filter((day) => on.has(day)).length
  const past = days.filter((day) => day <= today).length
  return (
    <svg
      role="img"
      aria-label={`${count} active ${count === 1 ? "day" : "days"} of ${past}`}
      width={x + mark}
      height={height}
      viewBox={`0 0 ${x + mark} ${height}`}
      preserveAspectRatio="none"
      className={`block h-4 max-w-full ${props.className ?? ""}`}
    >
      {low && <path d={low} className="fill-muted opacity-60" />}
      {toCome && <path d={toCome} className="fill-line" />}
      {tall && <path d={tall} className="fill-mark" />}
    </svg>
  )
}
