import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { openOccurrence } from "./join.ts"
import type { Occurrence } from "./occurrence.ts"
import { spotToken } from "./spot.ts"

/** A person on the attendance list of a day, as operators see it. */
export interface Attendee {
  id: string
  name: string
  email: string | null
  state: "unconfirmed" | "going" | "waiting" | "cancelled"
  guests: number
  /** The numbers of the guests who came, from 1. */
  guestsHere: number[]
  walkIn: boolean
  checkedInAt: Date | null
  askedAt: Date
}

/**
 * The attendees of a day: people with a spot by name, then the waitlist in order; without those who canceled or never
 * confirmed.
 */
export function attendeesOf(
  db: Db,
  { event, on }: Pick<Occurrence, "event" | "on">,
  search = "",
): PromiseLike<Attendee[]> {
  const pattern = `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`
  return db.sql<Attendee>`
    select id, name, email, state, guests, guests_here as "guestsHere", walk_in as "walkIn", checked_in_at as "checkedInAt", asked_at as "askedAt"
    from event_signups
    where event = ${event.slug} and held_on = ${on} and state in ('going', 'waiting')
      and (name ilike ${pattern} or email ilike ${pattern})
    order by state, case when state = 'waiting' then place_no end, lower(name), id
  `
}

/** One line per guest of somebody on the list. */
export function guestLines(one: Pick<Attendee, "guests" | "guestsHere"> | undefined) {
  return Array.from({ length: one?.guests ?? 0 }, (_, index) => ({
    number: index + 1,
    isHere: one?.guestsHere.includes(index + 1) ?? false,
  }))
}

/** Checks somebody in, or undoes it. Errors: `not_found`, `no_spot` (waiting or cancelled), `unchanged`. */
export async function checkIn(
  { db, now }: Pick<World, "db" | "now">,
  { id, here }: { id: string; here: boolean },
): Promise<{ ok: true; name: string } | { ok: false; code: "not_found" | "no_spot" | "unchanged" }> {
  const [row] = await db.sql<{ name: string; state: string; checked_in_at: Date | null }>`
    select name, state, checked_in_at from event_signups where id = ${id} for update
  `
  if (!row) return { ok: false, code: "not_found" }
  if (row.state !== "going") return { ok: false, code: "no_spot" }
  if ((row.checked_in_at !== null) === here) return { ok: false, code: "unchanged" }
  await db.sql`update event_signups set checked_in_at = ${here ? now() : null} where id = ${id}`
  return { ok: true, name: row.name }
}

/** Checks a guest of a spot in, by number, or undoes it. Errors: `not_found`, `no_spot` (no such guest), `unchanged`. */
export async function checkGuestIn(
  { db }: Pick<World, "db">,
  { id, guest, here }: { id: string; guest: number; here: boolean },
): Promise<{ ok: true; name: string } | { ok: false; code: "not_found" | "no_spot" | "unchanged" }> {
  const [row] = await db.sql<{ name: string; state: string; guests: number; came: number[] }>`
    select name, state, guests, guests_here as came from event_signups where id = ${id} for update
  `
  if (!row) return { ok: false, code: "not_found" }
  if (row.state !== "going" || guest < 1 || guest > row.guests) return { ok: false, code: "no_spot" }
  if (row.came.includes(guest) === here) return { ok: false, code: "unchanged" }
  const came = here ? [...row.came, guest].sort() : row.came.filter((one) => one !== guest)
  await db.sql`update event_signups set guests_here = ${came}::smallint[] where id = ${id}`
  return { ok: true, name: `Guest ${guest} of ${row.name}` }
}

/** The person on the list of a day whose mail shows this code; undefined if nobody's does. */
export async function findByCode(
  world: World,
  { event, on }: Pick<Occurrence, "event" | "on">,
  typed: string,
): Promise<{ id: string; token: string } | undefined> {
  const code = typed.replace(/[^0-9a-z]/gi, "").toLowerCase()
  if (!/^[0-9a-f]{8}$/.test(code)) return undefined
  const rows = await world.db.sql<{ id: string }>`
    select id from event_signups where event = ${event.slug} and held_on = ${on} and state <> 'unconfirmed'
  `
  const tokens = rows.map(({ id }) => ({ id, token: spotToken(world, id) }))
  return tokens.find(({ token }) => token.startsWith(code))
}

/**
 * Somebody who came without signing up, checked in immediately. Nobody is sent home, so the day grows when it is full.
 * Errors: `on_list` (the address is already on the list), `called_off`.
 */
export async function addWalkIn(
  world: World,
  occurrence: Occurrence,
  { name, email }: { name: string; email: string | null },
): Promise<{ ok: true; id: string } | { ok: false; code: "on_list" | "called_off" }> {
  const { event, on } = occurrence
  const { db } = world
  if (occurrence.calledOff) return { ok: false, code: "called_off" }
  await openOccurrence(db, occurrence)
  const id = crypto.randomUUID()
  const now = world.now()
  const made = await db.sql`
    insert into event_signups (
      id, event, held_on, name, email, state, asked_at, placed_at, walk_in, checked_in_at, manage_hash
    )
    values (
      ${id}, ${event.slug}, ${on}, ${name}, ${email?.toLowerCase() ?? null}, 'going', ${now}, ${now}, true, ${now},
      ${hashToken(spotToken(world, id))}
    )
    on conflict (event, held_on, email) do nothing returning 1
  `
  if (made.length === 0) return { ok: false, code: "on_list" }
  await db.sql`
    update event_occurrences set taken = taken + 1, spots = greatest(spots, taken + 1)
    where event = ${event.slug} and held_on = ${on}
  `
  return { ok: true, id }
}

/** Sets how many people somebody brings. Errors: `not_found`, `no_spot`, `full`, `unchanged`. */
export async function setGuests(
  { db }: Pick<World, "db">,
  { id, guests }: { id: string; guests: number },
): Promise<{ ok: true } | { ok: false; code: "not_found" | "no_spot" | "full" | "unchanged" }> {
  // Locks the day before the spot, as joining does.
  await db.sql`
    select 1 from event_occurrences
    where (event, held_on) = (select event, held_on from event_signups where id = ${id}) for update
  `
  const [row] = await db.sql<{ event: string; held_on: string; state: string; guests: number; left: number }>`
    select s.event, s.held_on::text as held_on, s.state, s.guests, o.spots - o.taken as left
    from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
    where s.id = ${id} for update of s
  `
  if (!row) return { ok: false, code: "not_found" }
  if (row.state !== "going") return { ok: false, code: "no_spot" }
  const more = guests - row.guests
  if (more === 0) return { ok: false, code: "unchanged" }
  if (more > row.left) return { ok: false, code: "full" }
  const { event, held_on } = row
  await db.sql`update event_signups set guests = ${guests},
      guests_here = array(select n from unnest(guests_here) n where n <= ${guests}) where id = ${id}`
  await db.sql`update event_occurrences set taken = taken + ${more} where event = ${event} and held_on = ${held_on}`
  return { ok: true }
}
