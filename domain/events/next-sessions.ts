import { bringInWords } from "#content/bring-in-words.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { eventBySlug, type Occurrence, occurrenceAt, whenInWords } from "./occurrence.ts"

/** A session in which an account has a spot. */
export interface NextSession {
  /** Of the sign-up. */
  id: string
  userId: string
  occurrence: Occurrence
  /** "Tue, Nov 24, 6:00 AM", in the event's time zone. */
  when: string
  /** "water, a towel and a mat" */
  bring: string
  /** Whether the reminder of the day before is due: not sent yet, and the spot is not newer than that. */
  toRemind: boolean
}

/** The sessions of these accounts in the next `days`, soonest first; without canceled ones and those not on the schedule anymore. */
export async function nextSessions(
  { db, now }: Pick<World, "db" | "now">,
  { userIds, days }: { userIds: readonly string[]; days: number },
): Promise<NextSession[]> {
  const rows = await db.sql<{
    id: string
    userId: string
    event: string
    on: string
    startsAt: Date
    toRemind: boolean
  }>`
    select s.id, s.user_id as "userId", s.event, s.held_on::text as on, o.starts_at as "startsAt",
      s.reminded_at is null and s.placed_at < o.starts_at - interval '24 hours' as "toRemind"
    from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
    where s.user_id = any(${[...userIds]}::uuid[]) and s.state = 'going' and o.called_off_at is null
      and o.starts_at > ${now()} and o.starts_at < ${now()}::timestamptz + make_interval(days => ${days})
    order by o.starts_at, s.id`
  return rows.flatMap(({ event: slug, on, startsAt, ...row }) => {
    const event = eventBySlug(slug)
    if (!event) return []
    const occurrence = occurrenceAt(event, on, startsAt)
    return [{ ...row, occurrence, when: whenInWords(occurrence), bring: bringInWords(event.bring) }]
  })
}

/** Notes that the holders of these spots were reminded; their ids from `nextSessions`. */
export async function noteReminded({ sql }: Db, ids: readonly string[], at: Date): Promise<void> {
  await sql`update event_signups set reminded_at = ${at} where id = any(${[...ids]}::uuid[])`
}
