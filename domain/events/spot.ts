import type { Words } from "#content/words/words.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { eventBySlug, type Occurrence } from "./occurrence.ts"
import { heldOn } from "./upcoming-days.ts"

type SpotState = "unconfirmed" | "going" | "waiting" | "cancelled"

/** One person's sign-up for one occurrence. */
export interface Spot {
  id: string
  occurrence: Occurrence
  userId: string | null
  name: string
  email: string
  state: SpotState
  /** Position on the waitlist, from 1, while waiting. */
  place: number | null
}

export interface SpotRow {
  id: string
  event: string
  held_on: string
  user_id: string | null
  name: string
  email: string
  state: SpotState
  confirm_mailed_at: Date | null
}

/** The URL of a spot's page, where it can be confirmed or given up and the calendar file downloaded. */
export function spotUrl(world: World, id: string): string {
  return `${world.settings.siteUrl}/events/spot/${spotToken(world, id)}`
}

export function spotToken(world: World, id: string): string {
  return tokenFor(world, "manage-spot", id)
}

/** The spot with this token, or undefined. */
export async function findSpot(db: Db, token: string): Promise<SpotRow | undefined> {
  const [row] = await db.sql<SpotRow>`
    select id, event, held_on::text as held_on, user_id, name, email, state, confirm_mailed_at from event_signups
    where manage_hash = ${hashToken(token)}
  `
  return row
}

/** The row with its occurrence and waitlist position; undefined when its event no longer exists. */
export async function describeSpot(words: Words, db: Db, row: SpotRow): Promise<Spot | undefined> {
  const event = eventBySlug(words, row.event)
  const occurrence = event && (await heldOn(db, event, row.held_on))
  if (!occurrence) return undefined
  const { id, user_id: userId, name, email, state } = row
  const place = state === "waiting" ? await placeOf(db, row) : null
  return { id, occurrence, userId, name, email, state, place }
}

/** The same for an event that exists, as it must for somebody who has just joined it. Throws for any other. */
export async function spotOf(words: Words, db: Db, row: SpotRow): Promise<Spot> {
  const spot = await describeSpot(words, db, row)
  if (!spot) throw new Error(`The event ${row.event} is no longer on the schedule`)
  return spot
}

/** The position on the waitlist: how many people on it joined no later. */
async function placeOf(db: Db, { id, event, held_on }: SpotRow): Promise<number> {
  const [row] = (await db.sql<{ place: number }>`
    select count(*)::integer as place from event_signups
    where event = ${event} and held_on = ${held_on} and state = 'waiting'
      and place_no <= (select place_no from event_signups where id = ${id})
  `) as [{ place: number }]
  return row.place
}

/** Spots left per occurrence, keyed by "slug on". An occurrence without sign-ups is missing: all its spots are free. */
export async function spotsLeft(db: Db, occurrences: readonly Occurrence[]): Promise<Map<string, number>> {
  const rows = await db.sql<{ event: string; held_on: string; left: number }>`
    select event, held_on::text as held_on, spots - taken as left from event_occurrences
    where event in ${db.sql([...new Set(occurrences.map(({ event }) => event.slug))])}
      and held_on in ${db.sql([...new Set(occurrences.map(({ on }) => on))])}
  `
  return new Map(rows.map(({ event, held_on, left }) => [`${event} ${held_on}`, left]))
}

export interface ComingSpot {
  event: string
  on: string
  state: "going" | "waiting"
  place: number | null
}

/** The occurrences that a member attends or is waitlisted for, soonest first. */
export async function comingSpots(world: World, userId: string): Promise<ComingSpot[]> {
  const rows = await world.db.sql<SpotRow>`
    select s.id, s.event, s.held_on::text as held_on, s.user_id, s.name, s.email, s.state, s.confirm_mailed_at
    from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
    where s.user_id = ${userId} and s.state in ('going', 'waiting') and o.starts_at > ${world.now()}
      and o.called_off_at is null
    order by o.starts_at
  `
  return Promise.all(
    rows.map(async (row) => ({
      event: row.event,
      on: row.held_on,
      state: row.state === "going" ? ("going" as const) : ("waiting" as const),
      place: row.state === "waiting" ? await placeOf(world.db, row) : null,
    })),
  )
}
