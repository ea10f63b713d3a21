import type { World } from "#domain/world.ts"
import { eventBySlug, type Occurrence, occurrenceAt } from "./occurrence.ts"
import { upcomingDays } from "./upcoming-days.ts"

/** A day of the program with its numbers, as operators see it. */
export interface Day extends Occurrence {
  spots: number
  taken: number
  waiting: number
  checkedIn: number
}

/** How many upcoming days by each event's rule are shown. */
const daysAhead = 8
/** Sessions of the last weeks stay in the list, for checking in late from paper. */
const weeksBack = 4

/** The coming days, soonest first, and the most recent past days with sign-ups, latest first. */
export async function daysOfProgram({
  db,
  now,
  published: { words },
}: Pick<World, "db" | "now" | "published">): Promise<{ coming: Day[]; past: Day[] }> {
  const coming = (await upcomingDays(db, words.list("events"), { now: now(), count: daysAhead })).flat()
  const numbers = await db.sql<Numbers>`
    select o.event, o.held_on::text as held_on, o.starts_at, o.spots, o.taken, o.called_off_at is not null as called_off,
      (select count(*)::integer from event_signups s
        where s.event = o.event and s.held_on = o.held_on and s.state = 'waiting') as waiting,
      (select coalesce(sum((s.checked_in_at is not null)::integer + cardinality(s.guests_here)), 0)::integer
        from event_signups s where s.event = o.event and s.held_on = o.held_on) as checked_in
    from event_occurrences o
    where o.starts_at > ${new Date(now().getTime() - weeksBack * 7 * 86_400_000)}
    order by o.starts_at desc
  `
  const byDay = new Map(numbers.map((row) => [`${row.event} ${row.held_on}`, row]))
  const withNumbers = (one: Occurrence): Day => {
    const row = byDay.get(`${one.event.slug} ${one.on}`)
    const { spots = one.event.spots, taken = 0, waiting = 0, checked_in: checkedIn = 0 } = row ?? {}
    return { ...one, spots, taken, waiting, checkedIn }
  }
  const dayOf = (row: Numbers): Day[] => {
    const event = eventBySlug(words, row.event)
    if (!event) return []
    const one = occurrenceAt(event, row.held_on, row.starts_at)
    return [withNumbers(row.called_off ? { ...one, calledOff: true } : one)]
  }
  // Visitors no longer see a hidden event, and those who hold its spots still have an operator.
  const hidden = numbers.filter(
    ({ event, taken, starts_at: at }) => taken > 0 && at > now() && !words.find("events", event),
  )
  return {
    coming: [...coming.map(withNumbers), ...hidden.flatMap(dayOf)].sort(
      (a, b) => a.startsAt.getTime() - b.startsAt.getTime(),
    ),
    past: numbers.filter((row) => row.starts_at <= now()).flatMap(dayOf),
  }
}

interface Numbers {
  event: string
  held_on: string
  starts_at: Date
  spots: number
  taken: number
  called_off: boolean
  waiting: number
  checked_in: number
}
