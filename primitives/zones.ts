import { Temporal } from "temporal-polyfill"

/**
 * Days are text such as "2026-11-20", so that no zone can shift them; instants are `Date`.
 * Zones are names of the IANA database ("America/Los_Angeles"); Temporal applies their rules.
 * Not for browsers: pages write days without Intl and Temporal (content/dates.ts).
 */
export type Day = string

const dayMs = 86_400_000

/** The day `count` days after `day`; before it when negative. A day without a zone is plain arithmetic. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekday(day: Day): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}

/** The Monday of the day's ISO week. By arithmetic, because a calendar's worth of days asks for it. */
export function mondayOf(day: Day): Day {
  // January 1, 1970, was a Thursday.
  const sinceMonday = Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs) + 3
  return addDays(day, -(((sinceMonday % 7) + 7) % 7))
}

/** The year to which ISO 8601 counts the week of a Monday: that of its Thursday. */
export function yearOfWeek(monday: Day): number {
  return Number(addDays(monday, 3).slice(0, 4))
}

/** Whether the zone is known. */
export function isTimeZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).epochMilliseconds === 0
  } catch {
    return false
  }
}

/** Seconds that clocks in the zone are ahead of UTC at this instant; summer time included. */
export function offsetSeconds(at: Date, timeZone: string): number {
  return zoned(at, timeZone).offsetNanoseconds / 1e9
}

/** The day on the calendar of a clock that is `offsetS` seconds ahead of UTC. */
export function dayAt(at: Date, offsetS: number): Day {
  return new Date(at.getTime() + offsetS * 1000).toISOString().slice(0, 10)
}

/** The day on the calendar of the zone. */
export function dayIn(at: Date, timeZone: string): Day {
  return zoned(at, timeZone).toPlainDate().toString()
}

/**
 * The first instant of a day in the zone. Where summer time begins at midnight and 00:00 does not exist, that is the
 * first minute that does; where midnight occurs twice, the earlier one.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/**
 * The instant at which clocks in the zone show `time` ("06:00") on a day. A skipped time moves forward by the gap
 * (02:30 becomes 03:30); for a time that occurs twice, the earlier one is used.
 */
export function instantAt(day: Day, time: string, timeZone: string): Date {
  const on = Temporal.PlainDate.from(day)
  return new Date(on.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds)
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}
