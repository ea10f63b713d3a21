import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator"
import { site } from "#content/site.ts"
import type { CalendarEntry } from "#domain/calendar/entry.ts"

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  canceled: ICalEventStatus.CANCELLED,
}

interface CalendarOptions {
  name: string
  /** Its host is part of the entries' ids. */
  siteUrl: string
  /** How often programs may look again (RFC 7986, section 5.7). */
  refreshHours: number
  now: Date
}

/** Entries as iCalendar (RFC 5545), in UTC, so that programs do not need the rules of our time zone. */
export function icsOf(
  entries: readonly CalendarEntry[],
  { name, siteUrl, refreshHours, now }: CalendarOptions,
): string {
  const made = ical({
    name,
    prodId: { company: site.name, product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshHours * 3600,
  })
  for (const {
    id,
    sequence,
    changedAt,
    startsAt,
    endsAt,
    title,
    text,
    location,
    url,
    state,
    busy,
  } of entries)
    made.createEvent({
      id: `${id}@${new URL(siteUrl).hostname}`,
      // Not the time of the request: what did not change is the same text again, with the same ETag.
      stamp: changedAt ?? now,
      ...(changedAt ? { lastModified: changedAt } : {}),
      ...{ sequence, start: startsAt, end: endsAt, summary: title, description: text, url },
      ...(location === undefined ? {} : { location }),
      status: statuses[state],
      transparency: busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
  return made.toString()
}
