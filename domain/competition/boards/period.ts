import type { Series } from "#content/competitions.ts"

/**
 * Days are text such as "2026-11-20", so that no time zone can shift them; instants are `Date`.
 * Time zones are names of the IANA database ("America/Los_Angeles"); their rules come from Intl.
 */
export type Day = string

/** A run of whole days, both ends included. `to` is null when the window has no end. */
export interface Window {
  from: Day
  to: Day | null
}

/** One season: its days in the competition's zone and the instants at which it opens and closes. */
export interface Period {
  slug: string
  from: Day
  to: Day
  opensAt: Date
  /** First instant after the season. */
  closesAt: Date
}

const dayMs = 86_400_000

/** The day `count` days after `day`; before it when negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Whole days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / dayMs)
}

/** Whether Intl knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Seconds that clocks in the zone are ahead of UTC at this instant; summer time included. */
export function offsetSeconds(at: Date, timeZone: string): number {
  // "11/20/2026, 09:05:07"
  const [, month, day, year, hour, minute, second] = (
    clockOf(timeZone).format(at).match(clockText) ?? []
  ).map(Number)
  const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second)
  return Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / 1000)
}

const clockText = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/

/** Making a formatter takes a hundred times as long as using it. It holds nothing but the rules of its zone. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  clocks.set(timeZone, clock)
  return clock
}

/** The day on the calendar of a clock that is `offsetS` seconds ahead of UTC. */
export function dayAt(at: Date, offsetS: number): Day {
  return new Date(at.getTime() + offsetS * 1000).toISOString().slice(0, 10)
}

/** The day on the calendar of the zone. */
export function dayIn(at: Date, timeZone: string): Day {
  return dayAt(at, offsetSeconds(at, timeZone))
}

/**
 * The first instant of a day in the zone. Where summer time begins at midnight and 00:00 does not exist,
 * that is the first minute that does; where midnight comes twice, the earlier one.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [midnight - dayMs, midnight, midnight + dayMs].map((ms) =>
    offsetSeconds(new Date(ms), timeZone),
  )
  const instants = [...new Set(offsets)]
    .map((offset) => midnight - offset * 1000)
    .filter((ms) => dayIn(new Date(ms), timeZone) === day && dayIn(new Date(ms - 1000), timeZone) < day)
  const exact = instants.sort((a, b) => a - b)[0]
  if (exact !== undefined) return new Date(exact)
  return new Date(firstInstantOf(day, timeZone, midnight - 1.5 * dayMs, midnight + 1.5 * dayMs))
}

/** Bisects to the second at which the calendar of the zone turns to `day` (needed only where midnight is skipped). */
function firstInstantOf(day: Day, timeZone: string, before: number, after: number): number {
  let low = Math.floor(before / 1000)
  let high = Math.floor(after / 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayIn(new Date(middle * 1000), timeZone) < day) low = middle
    else high = middle
  }
  return high * 1000
}

/** The last `days` days on the competition's calendar, today included, with no upper end: athletes east of it are already in tomorrow. */
export function rollingWindow(now: Date, days: number, timeZone: string): Window {
  return { from: addDays(dayIn(now, timeZone), 1 - days), to: null }
}

/** The next instant at which rolling windows slide. */
export function nextMidnight(now: Date, timeZone: string): Date {
  return startOfDay(addDays(dayIn(now, timeZone), 1), timeZone)
}

/** The season of a series that holds the day, of the competition's calendar. */
export function seasonOf(series: Series, day: Day, timeZone: string): Period {
  const [from, to] =
    series.length === "month" ? monthOf(day) : stretchOf(day, series.anchorOn ?? "1970-01-05", series.length)
  return {
    slug: series.length === "month" ? `${series.slug}-${from.slice(0, 7)}` : `${series.slug}-${from}`,
    from,
    to,
    opensAt: startOfDay(from, timeZone),
    closesAt: startOfDay(addDays(to, 1), timeZone),
  }
}

/** The season that follows. */
export function seasonAfter(series: Series, period: Period, timeZone: string): Period {
  return seasonOf(series, addDays(period.to, 1), timeZone)
}

function monthOf(day: Day): [Day, Day] {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  return [`${day.slice(0, 7)}-01`, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)]
}

function stretchOf(day: Day, anchor: Day, length: number): [Day, Day] {
  const from = addDays(anchor, Math.floor(daysBetween(anchor, day) / length) * length)
  return [from, addDays(from, length - 1)]
}
