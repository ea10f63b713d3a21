import * as outage from "#content/outage.ts"
import { site } from "#content/site.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { escapeHtml } from "#primitives/html.ts"

const timeOfDay = dateFormat({ hour: "numeric", minute: "2-digit", timeZoneName: "short" })
const dayAndTime = dateFormat({
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
})

/** From this age on, in ms, a time without a date could be mistaken for today's. */
const anotherDayMs = 20 * 3_600_000

/** The empty, hidden line on every page (app/live/as-of.tsx), which is filled if the page is outdated. */
const emptyLine = /<p id="as-of"([^>]*?) hidden=""([^>]*)><\/p>/

/**
 * The same page with the line "as of 8:14 PM". No script is added or changed, so the page's content-security-policy
 * stays the same.
 */
export function withAsOf(page: string, at: Date, now = new Date()): string {
  const isLong = now.getTime() - at.getTime() >= anotherDayMs
  const words = outage.asOf.replace("{time}", (isLong ? dayAndTime : timeOfDay)(at, site.timeZone))
  return page.replace(
    emptyLine,
    (_, before, after) => `<p id="as-of"${before}${after}>${escapeHtml(words)}</p>`,
  )
}
