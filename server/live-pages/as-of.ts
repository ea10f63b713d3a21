import { outage } from "#content/messages.ts"
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

/** From this age on the time alone could be taken for today's, in ms. */
const anotherDayMs = 20 * 3_600_000

/** The empty line that every page carries (app/as-of.tsx): hidden, and filled where the page is older than it should be. */
const emptyLine = /<p id="as-of"([^>]*?) hidden=""([^>]*)><\/p>/

/**
 * The same page with the line "as of 8:14 PM". No script is added or
 * changed, so its content-security-policy stays as it is.
 */
export function withAsOf(page: string, at: Date, now = new Date()): string {
  const isLong = now.getTime() - at.getTime() >= anotherDayMs
  const words = outage.asOf.replace("{time}", (isLong ? dayAndTime : timeOfDay)(at, site.timeZone))
  return page.replace(
    emptyLine,
    (_, before, after) => `<p id="as-of"${before}${after}>${escapeHtml(words)}</p>`,
  )
}
