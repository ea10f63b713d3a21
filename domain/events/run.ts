import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { openOccurrence } from "./join.ts"
import { moveUp } from "./leave.ts"
import { noticeMail } from "./mails.ts"
import { type Occurrence, occurrenceAt, whenInWords } from "./occurrence.ts"
import { type SpotRow, spotOf, spotUrl } from "./spot.ts"
import { heldOn } from "./upcoming-days.ts"

/** Changes how many can come; people waiting move up. Errors: `too_few` (more already have spots), `unchanged`. */
export async function setSpots(
  world: World,
  occurrence: Occurrence,
  spots: number,
): Promise<{ ok: true } | { ok: false; code: "too_few" | "unchanged" }> {
  const { db } = world
  const [event, held_on] = [occurrence.event.slug, occurrence.on]
  await openOccurrence(db, occurrence)
  const day = await spotsOf(db, occurrence)
  if (spots < day.taken) return { ok: false, code: "too_few" }
  if (spots === day.spots) return { ok: false, code: "unchanged" }
  await db.sql`update event_occurrences set spots = ${spots} where event = ${event} and held_on = ${held_on}`
  await moveUp(world, db, { event, held_on })
  return { ok: true }
}

/** Cancels a day and notifies everybody who has a spot or is waiting. Errors: `past`, `unchanged`. */
export async function cancelDay(
  world: World,
  occurrence: Occurrence,
  text: string,
): Promise<{ ok: true; told: number } | { ok: false; code: "past" | "unchanged" }> {
  const { event, on } = occurrence
  if (occurrence.startsAt <= world.now()) return { ok: false, code: "past" }
  if (occurrence.calledOff) return { ok: false, code: "unchanged" }
  await openOccurrence(world.db, occurrence)
  await world.db.sql`
    update event_occurrences set called_off_at = ${world.now()}, changes = changes + 1 where event = ${event.slug} and held_on = ${on}
  `
  const told = await tellAll(world, occurrence, {
    kind: "event.called-off",
    subject: `Canceled: ${event.title}, ${whenInWords(occurrence)}`,
    heading: "This session is canceled",
    text,
  })
  return { ok: true, told }
}

/**
 * Gives a day a new start and notifies everybody. The date that identifies it stays the same. Errors: `past`,
 * `called_off`, `unchanged`.
 */
export async function moveDay(
  world: World,
  occurrence: Occurrence,
  { startsAt, text }: { startsAt: Date; text: string },
): Promise<{ ok: true; told: number } | { ok: false; code: "past" | "called_off" | "unchanged" }> {
  const { event, on } = occurrence
  const now = world.now()
  if (occurrence.startsAt <= now || startsAt <= now) return { ok: false, code: "past" }
  if (occurrence.calledOff) return { ok: false, code: "called_off" }
  if (startsAt.getTime() === occurrence.startsAt.getTime()) return { ok: false, code: "unchanged" }
  await openOccurrence(world.db, occurrence)
  await world.db.sql`
    update event_occurrences set starts_at = ${startsAt}, moved_at = ${now}, changes = changes + 1
    where event = ${event.slug} and held_on = ${on}
  `
  await world.db.sql`
    update event_signups set reminded_at = null where event = ${event.slug} and held_on = ${on} and state = 'going'
  `
  const moved = occurrenceAt(event, on, startsAt)
  const told = await tellAll(world, moved, {
    kind: "event.moved",
    subject: `New time: ${event.title}, ${whenInWords(moved)}`,
    heading: "This session has a new time",
    text: `It was ${whenInWords(occurrence)} and is now ${whenInWords(moved)}.\n\n${text}`,
  })
  return { ok: true, told }
}

/** Writes to everybody who has a spot or is waiting. Errors: `nobody`. */
export async function messageAll(
  world: World,
  occurrence: Occurrence,
  text: string,
): Promise<{ ok: true; told: number } | { ok: false; code: "nobody" }> {
  const told = await tellAll(world, occurrence, {
    kind: "event.message",
    subject: `About ${occurrence.event.title}, ${whenInWords(occurrence)}`,
    heading: "News about your session",
    text,
  })
  return told > 0 ? { ok: true, told } : { ok: false, code: "nobody" }
}

/** Adds a day to the program, outside the event's rule. Errors: `past`, `exists`. */
export async function addDate(
  world: World,
  { event, on, startsAt }: Occurrence,
  spots: number,
): Promise<{ ok: true } | { ok: false; code: "past" | "exists" }> {
  if (startsAt <= world.now()) return { ok: false, code: "past" }
  if (await heldOn(world.db, event, on)) return { ok: false, code: "exists" }
  await world.db.sql`
    insert into event_occurrences (event, held_on, starts_at, spots, added)
    values (${event.slug}, ${on}, ${startsAt}, ${spots}, true)
  `
  return { ok: true }
}

/** Removes an added day again, while nobody has ever been on its list. Errors: `not_added`, `taken`. */
export async function removeDate(
  world: World,
  occurrence: Occurrence,
): Promise<{ ok: true } | { ok: false; code: "not_added" | "taken" }> {
  const { db } = world
  const [event, held_on] = [occurrence.event.slug, occurrence.on]
  const [day] = await db.sql<{ added: boolean }>`
    select added from event_occurrences where event = ${event} and held_on = ${held_on} for update
  `
  if (!day?.added) return { ok: false, code: "not_added" }
  const [known] =
    await db.sql`select from event_signups where event = ${event} and held_on = ${held_on} limit 1`
  if (known) return { ok: false, code: "taken" }
  await db.sql`delete from event_occurrences where event = ${event} and held_on = ${held_on}`
  return { ok: true }
}

async function tellAll(
  world: World,
  { event, on }: Pick<Occurrence, "event" | "on">,
  notice: { kind: string; subject: string; heading: string; text: string },
): Promise<number> {
  const rows = await everybody(world.db, event.slug, on)
  for (const row of rows) {
    const spot = await spotOf(world.published.words, world.db, row)
    await world.mail.queue(world.db, noticeMail(spot, notice, spotUrl(world, row.id)))
  }
  return rows.length
}

function everybody(db: Db, event: string, on: string): PromiseLike<SpotRow[]> {
  return db.sql<SpotRow>`
    select id, event, held_on::text as held_on, user_id, name, email, state, confirm_mailed_at from event_signups
    where event = ${event} and held_on = ${on} and state in ('going', 'waiting') and email is not null
    order by id
  `
}

/** The number of spots of a day, and how many are taken. */
export async function spotsOf(
  db: Db,
  { event, on }: Pick<Occurrence, "event" | "on">,
): Promise<{ spots: number; taken: number }> {
  const [row] = await db.sql<{ spots: number; taken: number }>`
    select spots, taken from event_occurrences where event = ${event.slug} and held_on = ${on}
  `
  return row ?? { spots: event.spots, taken: 0 }
}
