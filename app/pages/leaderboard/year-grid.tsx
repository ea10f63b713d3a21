const step = 7
const mark = 6
const weekMs = 604_800_000

/** A year of days, one column for each week, Monday on top; the more points, the stronger. Three paths for all days. */
export function YearGrid({
  from,
  today,
  days,
}: {
  /** A Monday. */
  from: string
  today: string
  days: readonly { on: string; points: number }[]
}) {
  const start = Date.parse(from)
  const weeks = Math.floor((Date.parse(today) - start) / weekMs) + 1
  const usual = days.map(({ points }) => points).sort((a, b) => a - b)[Math.floor(days.length / 2)] ?? 0
  const points = new Map(days.map((day) => [day.on, day.points]))
  let [strong, light, empty] = ["", "", ""]
  for (let week = 0; week < weeks; week++)
    for (let day = 0; day < 7; day++) {
      const on = new Date(start + week * weekMs + day * 86_400_000).toISOString().slice(0, 10)
      if (on > today) break
      const cell = `M${week * step} ${day * step}h${mark}v${mark}h-${mark}z`
      const done = points.get(on)
      if (done === undefined) empty += cell
      else if (done >= usual) strong += cell
      else light += cell
    }
  return (
    <svg
      role="img"
      aria-label={`${days.length} active days in the last ${weeks} weeks`}
      viewBox={`0 0 ${weeks * step} ${7 * step}`}
      className="mt-6 block w-full max-w-4xl"
    >
      <path d={empty} className="fill-line" />
      <path d={light} className="fill-mark opacity-50" />
      <path d={strong} className="fill-mark" />
    </svg>
  )
}
