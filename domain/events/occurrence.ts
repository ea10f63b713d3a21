import { events } from "#content/events.ts"
import type { CommunityEvent } from "#content/schema.ts"
import { addDays, dayIn, instantAt, isDay, weekday } from "#primitives/zones.ts"

/** One day on which an event is held. */
export interface Occurrence {
  event: CommunityEvent
  /** The local day, "2026-11-24". */
  on: string
  startsAt: Date
  endsAt: Date
}

/** The event with this slug, or undefined. */
export function eventBySlug(slug: string): CommunityEvent | undefined {
  return events.find((event) => event.slug === slug)
}

/** The occurrence of an event on a local day; undefined when the event does not take place that day. */
export function occurrenceOn(event: CommunityEvent, on: string): Occurrence | undefined {
  if (!isDay(on)) return undefined
  const { recurrence } = event
  const held = recurrence.kind === "once" ? recurrence.on === on : recurrence.weekdays.includes(weekday(on))
  if (!held) return undefined
  const startsAt = instantAt(on, event.startsAt, event.timeZone)
  return { event, on, startsAt, endsAt: new Date(startsAt.getTime() + event.durationMin * 60_000) }
}

/** The next `count` occurrences that start after `now`, soonest first; empty when a one-time event is over. */
export function upcoming(event: CommunityEvent, now: Date, count: number): Occurrence[] {
  const { recurrence } = event
  if (recurrence.kind === "once") {
    const only = occurrenceOn(event, recurrence.on)
    return only && only.startsAt > now ? [only] : []
  }
  const today = dayIn(now, event.timeZone)
  const found: Occurrence[] = []
  for (let days = 0; found.length < count && days <= 7 * (count + 1); days++) {
    const next = occurrenceOn(event, addDays(today, days))
    if (next && next.startsAt > now) found.push(next)
  }
  return found
}

/** How many upcoming days of a weekly event are open for joining. */
export const daysOffered = 4

/**
 * The occurrence on a local day, unless it is beyond the days open for joining. Includes one that has already started, so
 * that the caller can say so.
 */
export function offeredOn(event: CommunityEvent, on: string, now: Date): Occurrence | undefined {
  const occurrence = occurrenceOn(event, on)
  const last = upcoming(event, now, daysOffered).at(-1)
  if (!occurrence || occurrence.startsAt <= now) return occurrence
  return last && occurrence.startsAt <= last.startsAt ? occurrence : undefined
}

/** "Tue, Nov 24, 6:00 AM", in the event's time zone. */
export function whenInWords({ event, startsAt }: Occurrence): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: event.timeZone,
  }).format(startsAt)
}
