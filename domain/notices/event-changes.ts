import { choicesFrom, quietHours } from "#content/notice-kinds.ts"
import { eventBySlug, occurrenceAt, whenInWords } from "#domain/events/occurrence.ts"
import type { World } from "#domain/world.ts"
import { sha256 } from "#primitives/secrets.ts"
import { chosenOf } from "./choices.ts"
import { claim } from "./claim.ts"
import type { Shown } from "./push/payload.ts"
import { pushTo } from "./push/queue.ts"
import { isLive } from "./push/subscriptions.ts"

interface Change {
  id: number
  athleteId: number
  localOn: string
  hour: number
  event: string
  on: string
  step: "canceled" | "moved" | "spot"
  startsAt: Date
  chosen: Record<string, string>
}

/** A session that starts within so many hours is told of in quiet hours too. */
const atNightWithinHours = 12

/**
 * Pushes changed sessions and spots that opened up to members who want it, at once: beside the email, which everybody gets. In quiet
 * hours only what begins within twelve hours; the rest waits until morning. Run by a deadline every minute. Returns how many
 * changes were pushed.
 */
export async function pushEventChanges(world: World): Promise<number> {
  if (!world.push) return 0
  const { sql } = world.db
  const now = world.now()
  const changes = await sql<Change>`
    select h.id::float8 as id, a.id::float8 as "athleteId", (${now}::timestamptz at time zone a.time_zone)::date::text as "localOn",
      extract(hour from ${now}::timestamptz at time zone a.time_zone)::integer as hour,
      h.data ->> 'event' as event, h.data ->> 'on' as on, h.data ->> 'step' as step, o.starts_at as "startsAt",
      ${chosenOf(sql)} as chosen
    from happenings h
    join athletes a on a.id = h.athlete_id
    join event_occurrences o on o.event = h.data ->> 'event' and o.held_on = (h.data ->> 'on')::date and o.starts_at > ${now}
    where h.kind = 'event' and h.at > ${now}::timestamptz - interval '1 day'
      and exists (select from private.push_subscriptions s where s.athlete_id = a.id and ${isLive(sql)})
      and not exists (select from private.notices n where n.athlete_id = a.id and n.slot = 'event:' || h.id)
    order by h.id`
  let pushed = 0
  for (const change of changes) {
    const shown = shownOf(world, change, now)
    const isQuiet = change.hour >= quietHours.from || change.hour < quietHours.to
    const isSoon = change.startsAt.getTime() - now.getTime() <= atNightWithinHours * 3_600_000
    if (!shown || choicesFrom(change.chosen).event !== "push" || (isQuiet && !isSoon)) continue
    const done = await world.db.transaction(async (db) => {
      if (!(await claim(world, db, change, { slots: [`event:${change.id}`], kinds: ["event"] }))) return false
      await pushTo(world, db, change.athleteId, shown)
      return true
    })
    if (done) pushed++
  }
  return pushed
}

/** Undefined for an event that is no longer in the content. */
function shownOf(
  { published }: Pick<World, "published">,
  { event: slug, on, step, startsAt }: Change,
  now: Date,
): Shown | undefined {
  const event = eventBySlug(published.words, slug)
  if (!event) return undefined
  const when = whenInWords(occurrenceAt(event, on, startsAt))
  const words = {
    canceled: ["A session is canceled", `${event.title}, ${when}, is canceled. The email says why.`],
    moved: ["A session has a new time", `${event.title} is now on ${when}.`],
    spot: ["A spot opened up", `You have a spot: ${event.title}, ${when}.`],
  } as const
  const [title, body] = words[step]
  return {
    ...{ title, body },
    path: "/events",
    topic: sha256(`${slug} ${on}`).toString("base64url").slice(0, 32),
    urgency: "high",
    ttlSeconds: Math.max(60, Math.floor((startsAt.getTime() - now.getTime()) / 1000)),
  }
}
