import { competition, type Series } from "#content/competitions.ts"
import { lastDaysMs, lastHourMs } from "#content/running.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays, type Day, dayIn, startOfDay } from "#primitives/zones.ts"

/** A range of whole days, inclusive. `to` is null when the window is open-ended. */
interface Window {
  from: Day
  to: Day | null
}

/** One season: its days on the competition's calendar and the instants at which it opens and closes. */
export interface Period {
  slug: string
  from: Day
  to: Day
  opensAt: Date
  /** The first instant after the season. */
  closesAt: Date
}

const { timeZone } = competition

/** The day on the competition's calendar. */
export function competitionDay(at: Date): Day {
  return dayIn(at, timeZone)
}

/** The last `days` days on the competition's calendar, including today; open-ended, because for athletes farther east it is already tomorrow. */
export function rollingWindow(now: Date, days: number): Window {
  return { from: addDays(competitionDay(now), 1 - days), to: null }
}

/** The next instant at which rolling windows advance. */
export function nextMidnight(now: Date): Date {
  return startOfDay(addDays(competitionDay(now), 1), timeZone)
}

/**
 * The next instant at which the day or the state of a season changes: midnight, at which seasons open and close, the beginning of
 * the last two days and of the last hour, and the end of the grace period.
 */
export function nextTurn(series: readonly Rhythm[], now: Date): Date {
  const today = competitionDay(now)
  const turns = series.flatMap((each) => {
    const { from, closesAt } = seasonOf(each, today)
    const before = seasonOf(each, addDays(from, -1))
    return [
      closesAt.getTime() - lastDaysMs,
      closesAt.getTime() - lastHourMs,
      before.closesAt.getTime() + competition.graceHours * 3_600_000,
      nextMidnight(now).getTime(),
    ]
  })
  return new Date(Math.min(...turns.filter((turn) => turn > now.getTime())))
}

/** The last day of the first so many seasons of a series. */
export function lastDayOf(series: Rhythm, seasons: number): Day {
  let { to } = seasonOf(series, series.beginsOn)
  for (let nr = 1; nr < seasons; nr++) to = seasonOf(series, addDays(to, 1)).to
  return to
}

/** What the seasons of a series follow from. */
type Rhythm = Pick<Series, "slug" | "length" | "beginsOn">

/** The season of a series that contains the day, as if the series had no beginning and no end. */
export function seasonOf(series: Rhythm, day: Day): Period {
  const [from, to] = series.length === "month" ? monthOf(day) : stretchOf(day, series.beginsOn, series.length)
  return {
    slug: `${series.slug}-${series.length === "month" ? from.slice(0, 7) : from}`,
    from,
    to,
    opensAt: startOfDay(from, timeZone),
    closesAt: startOfDay(addDays(to, 1), timeZone),
  }
}

/** The season that follows. */
function seasonAfter(series: Rhythm, period: Period): Period {
  return seasonOf(series, addDays(period.to, 1))
}

/** The running season of a series, or its first one if it has not begun; undefined once it has ended. */
export function currentSeason(series: Rhythm & Pick<Series, "endsOn">, today: Day): Period | undefined {
  const period = seasonOf(series, today < series.beginsOn ? series.beginsOn : today)
  return isWithin(series, period) ? period : undefined
}

/** The season that follows; undefined after the last one of a series that ends. */
export function nextSeason(series: Rhythm & Pick<Series, "endsOn">, period: Period): Period | undefined {
  const next = seasonAfter(series, period)
  return isWithin(series, next) ? next : undefined
}

function isWithin({ endsOn }: Pick<Series, "endsOn">, { from }: Period): boolean {
  return endsOn === null || from <= endsOn
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
