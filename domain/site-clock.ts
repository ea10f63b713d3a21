import { site } from "#content/site.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { isDay } from "#primitives/days.ts"
import { dayIn, instantAt } from "#primitives/zones.ts"

const longDay = dateFormat({ dateStyle: "long" })
const moment = dateFormat({ dateStyle: "medium", timeStyle: "short" })

/** "November 21, 2026", in the site's time zone. */
export function dayInWords(at: Date): string {
  return longDay(at, site.timeZone)
}

/** "2026-11-21", in the site's time zone. */
export function dayOnSite(at: Date): string {
  return dayIn(at, site.timeZone)
}

/** "Nov 22, 2026, 4:00 AM", in the site's time zone. */
export function momentInWords(at: Date): string {
  return moment(at, site.timeZone)
}

/** The instant of "2026-11-22T18:00" in the site's time zone; null when it is none. */
export function instantOnSite(text: string): Date | null {
  const [, day = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(([01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  return isDay(day) && time ? instantAt(day, time, site.timeZone) : null
}
