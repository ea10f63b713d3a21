import { eventBySlug, occurrenceAt } from "#domain/events/occurrence.ts"
import type { World } from "#domain/world.ts"
import type { CalendarOwner } from "./address.ts"
import type { CalendarEntry } from "./entry.ts"
import { seasonEntries } from "./seasons.ts"

const hourMs = 3_600_000

/** Entries stay this long after they are over or canceled, so that programs that look rarely take a change over. */
const keptMs = 30 * 24 * hourMs

/** A member's calendar: when seasons begin and end, until when to claim a prize, and the sessions that they have a spot for. */
export async function ownEntries(
  world: World,
  { userId, createdAt }: CalendarOwner,
): Promise<CalendarEntry[]> {
  const since = new Date(world.now().getTime() - keptMs)
  const all = await Promise.all([
    seasonEntries(world, { since, stamp: createdAt }),
    prizeEntries(world, userId, since),
    sessionEntries(world, userId, since),
  ])
  return all.flat()
}

/** The last hour to claim each prize; canceled once it is claimed, or has gone to somebody else. */
async function prizeEntries(world: World, userId: string, since: Date): Promise<CalendarEntry[]> {
  const rows = await world.db.sql<{
    id: number
    title: string
    race: string
    claimUntil: Date
    awardedAt: Date
    changedAt: Date
    waiting: boolean
  }>`
    select p.id::float8 as id, p.title, x.name as race, p.claim_until as "claimUntil", p.awarded_at as "awardedAt",
      greatest(p.awarded_at, p.claimed_at, p.shipped_at, p.withdrawn_at) as "changedAt", p.status = 'awarded' as waiting
    from prizes p join athletes a on a.id = p.athlete_id
    join seasons s on s.id = p.season_id join series x on x.slug = s.series
    where a.user_id = ${userId} and p.claim_until > ${since} order by p.claim_until, p.id`
  return rows.map(({ id, title, race, claimUntil, awardedAt, changedAt, waiting }) => ({
    ...{ id: `prize-${id}`, sequence: seconds(awardedAt, changedAt), changedAt },
    ...{ startsAt: new Date(claimUntil.getTime() - hourMs), endsAt: claimUntil },
    ...{ title: `Last hour to claim your prize: ${title}`, text: race },
    ...{
      url: `${world.settings.siteUrl}/account/prizes`,
      state: waiting ? "confirmed" : "canceled",
      busy: false,
    },
  }))
}

/** The member's sessions; those given up or canceled stay as canceled for a while. */
async function sessionEntries(world: World, userId: string, since: Date): Promise<CalendarEntry[]> {
  const rows = await world.db.sql<{
    event: string
    on: string
    startsAt: Date
    state: "going" | "waiting" | "cancelled"
    calledOff: boolean
    changes: number
    askedAt: Date
    placedAt: Date
    changedAt: Date
  }>`
    select s.event, s.held_on::text as on, o.starts_at as "startsAt", s.state, o.called_off_at is not null as "calledOff", o.changes,
      s.asked_at as "askedAt", greatest(s.asked_at, s.placed_at, s.cancelled_at) as "placedAt",
      greatest(s.asked_at, s.placed_at, s.cancelled_at, o.moved_at, o.called_off_at) as "changedAt"
    from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
    where s.user_id = ${userId} and s.state <> 'unconfirmed' and o.starts_at > ${since}
      and coalesce(s.cancelled_at, o.called_off_at, o.starts_at) > ${since}
    order by o.starts_at, s.event`
  return rows.flatMap(({ event: slug, on, startsAt, state, calledOff, changes, ...row }) => {
    const event = eventBySlug(world.published.words, slug)
    if (!event) return []
    const held = occurrenceAt(event, on, startsAt)
    const isOff = calledOff || state === "cancelled"
    return [
      {
        ...{
          id: `spot-${slug}-${on}`,
          sequence: changes + seconds(row.askedAt, row.placedAt),
          changedAt: row.changedAt,
        },
        ...{ startsAt, endsAt: held.endsAt, location: `${event.location}, ${event.address}` },
        title: state === "waiting" ? `Waitlist: ${event.title}` : event.title,
        text: `${event.description}\n\nDistance: ${event.distance}\nBring: ${event.bring.join(", ")}`,
        url: `${world.settings.siteUrl}/events`,
        state: isOff ? "canceled" : state === "waiting" ? "tentative" : "confirmed",
        busy: state === "going" && !isOff,
      },
    ]
  })
}

function seconds(from: Date, to: Date): number {
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
}
