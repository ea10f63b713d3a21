import type { CommunityEvent } from "#content/schema.ts"
import type { Words } from "#content/words/words.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { isDay } from "#primitives/days.ts"
import { addDays, dayIn, instantAt, weekday } from "#primitives/zones.ts"

/** One day on which an event is held. */
export interface Occurrence {
  event: CommunityEvent
  /** The local day, "2026-11-24". */
  on: string
  startsAt: Date
  endsAt: Date
  /** Whether an operator canceled it. */
  calledOff?: true
  /** When an operator moved it to another start. */
  movedAt?: Date
  /** How often an operator changed its start or canceled it, for calendar programs. */
  changes?: number
}

/** The event with this slug, also one that an operator has hidden, because people may hold spots of it; or undefined. */
export function eventBySlug(words: Words, slug: string): CommunityEvent | undefined {
  return words.find("events", slug, { hidden: true })
}

/** The occurrence of an event on a local day; undefined when the event does not take place that day. */
export function occurrenceOn(event: CommunityEvent, on: string): Occurrence | undefined {
  if (!isDay(on)) return undefined
  const { recurrence } = event
  const held = recurrence.kind === "once" ? recurrence.on === on : recurrence.weekdays.includes(weekday(on))
  if (!held) return undefined
  return occurrenceAt(event, on, instantAt(on, event.startsAt, event.timeZone))
}

/** The instant of a day and a time ("07:30") in the event's time zone; null if either is invalid. */
export function startOn(event: CommunityEvent, day: string, time: string): Date | null {
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? instantAt(day, time, event.timeZone) : null
}

/** The occurrence of a day with its start, regardless of the event's rule. */
export function occurrenceAt(event: CommunityEvent, on: string, startsAt: Date): Occurrence {
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
  for (let days = 0; found.length < count && days <= 7 * count; days++) {
    const next = occurrenceOn(event, addDays(today, days))
    if (next && next.startsAt > now) found.push(next)
  }
  return found
}

const dayAndTime = dateFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
})

/** "Tue, Nov 24, 6:00 AM", in the event's time zone. */
export function whenInWords({ event, startsAt }: Occurrence): string {
  return dayAndTime(startsAt, event.timeZone)
}
