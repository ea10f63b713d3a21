import type { CommunityEvent } from "#content/schema.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { isDay } from "#primitives/days.ts"
import { type Occurrence, occurrenceAt, occurrenceOn, upcoming } from "./occurrence.ts"

/** How many upcoming days of a weekly event are open for joining. */
export const daysOffered = 4

interface Kept {
  event: string
  held_on: string
  starts_at: Date
  added: boolean
  called_off: boolean
  moved_at: Date | null
  changes: number
}

/**
 * The next days of each event, soonest first: its rule, with what operators changed. Moved days have their new start,
 * added days are listed regardless of the rule, and so are days that somebody has a spot on, at the start that they were told, in case
 * the rule has changed; canceled ones are marked.
 * @param window.count days by the rule, before changes
 */
export async function upcomingDays(
  db: Db,
  events: readonly CommunityEvent[],
  { now, count }: { now: Date; count: number },
): Promise<Occurrence[][]> {
  const kept = await db.sql<Kept>`
    select event, held_on::text as held_on, starts_at, added, called_off_at is not null as called_off, moved_at, changes
    from event_occurrences
    where (added or moved_at is not null or called_off_at is not null or taken > 0) and held_on > ${now}::timestamptz - interval '60 days'
  `
  return events.map((event) => {
    const days = new Map(upcoming(event, now, count).map((one) => [one.on, one]))
    for (const row of kept) if (row.event === event.slug) days.set(row.held_on, toOccurrence(event, row))
    return [...days.values()]
      .filter(({ startsAt }) => startsAt > now)
      .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  })
}

/** The occurrence of an event on a day, with the operators' changes; undefined when nothing is held that day. */
export async function heldOn(db: Db, event: CommunityEvent, on: string): Promise<Occurrence | undefined> {
  if (!isDay(on)) return undefined
  const [row] = await db.sql<Kept>`
    select event, held_on::text as held_on, starts_at, added, called_off_at is not null as called_off, moved_at, changes
    from event_occurrences where event = ${event.slug} and held_on = ${on}
  `
  return row ? toOccurrence(event, row) : occurrenceOn(event, on)
}

/**
 * The occurrence on a day, unless it was canceled or is beyond the days open for joining. Includes one that has already
 * started, so that the caller can say so.
 */
export async function offeredOn(
  { db, now }: Pick<World, "db" | "now">,
  event: CommunityEvent,
  on: string,
): Promise<Occurrence | undefined> {
  const occurrence = await heldOn(db, event, on)
  if (!occurrence || occurrence.calledOff) return undefined
  if (occurrence.startsAt <= now()) return occurrence
  const [coming = []] = await upcomingDays(db, [event], { now: now(), count: daysOffered })
  return coming.find((one) => one.on === on)
}

function toOccurrence(event: CommunityEvent, row: Kept): Occurrence {
  return {
    ...occurrenceAt(event, row.held_on, row.starts_at),
    ...(row.called_off ? { calledOff: true as const } : {}),
    ...(row.moved_at ? { movedAt: row.moved_at } : {}),
    changes: row.changes,
  }
}
