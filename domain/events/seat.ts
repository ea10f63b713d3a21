import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { giveUp } from "./leave.ts"
import { freedMail, movedUpMail } from "./mails.ts"
import { describeSpot, type SpotRow, spotUrl } from "./spot.ts"

/**
 * Takes a spot, or a place in line, from somebody who will not come, and tells them with the operator's words. The first
 * person in line moves up. Run in a transaction. Errors: `not_found`, `no_spot` (they gave it up), `here` (checked in).
 */
export async function freeSpot(
  world: World,
  { id, text }: { id: string; text: string },
): Promise<{ ok: true; name: string } | { ok: false; code: "not_found" | "no_spot" | "here" }> {
  const { db } = world
  const row = await lockSpot(db, id)
  if (!row) return { ok: false, code: "not_found" }
  if (row.state === "cancelled") return { ok: false, code: "no_spot" }
  if (row.checked_in_at) return { ok: false, code: "here" }
  const spot = row.email && (await describeSpot(world.published.words, db, row))
  await giveUp(world, db, row)
  if (spot) await world.mail.queue(db, freedMail(spot, text, world.settings.siteUrl))
  return { ok: true, name: row.name }
}

/**
 * Gives a spot to somebody in line, whoever stands before them, or back to somebody who lost it. Nobody else loses theirs,
 * so the session grows if it is full. Run in a transaction. Errors: `not_found`, `unchanged` (has a spot),
 * `called_off`, `past`.
 */
export async function seat(
  world: World,
  { id }: { id: string },
): Promise<
  { ok: true; name: string } | { ok: false; code: "not_found" | "unchanged" | "called_off" | "past" }
> {
  const { db } = world
  const now = world.now()
  const row = await lockSpot(db, id)
  if (!row) return { ok: false, code: "not_found" }
  if (row.state === "going") return { ok: false, code: "unchanged" }
  const { event, held_on } = row
  const [day] = await db.sql<{ starts_at: Date; called_off_at: Date | null }>`
    select starts_at, called_off_at from event_occurrences where event = ${event} and held_on = ${held_on}
  `
  if (day?.called_off_at) return { ok: false, code: "called_off" }
  if (!day || day.starts_at <= now) return { ok: false, code: "past" }
  await db.sql`
    update event_signups set state = 'going', placed_at = ${now}, cancelled_at = null, reminded_at = null where id = ${id}
  `
  await db.sql`
    update event_occurrences set taken = taken + 1, spots = greatest(spots, taken + 1)
    where event = ${event} and held_on = ${held_on}
  `
  const spot = row.email && (await describeSpot(world.published.words, db, { ...row, state: "going" }))
  if (spot) await world.mail.queue(db, movedUpMail(spot, spotUrl(world, id), { first: false }))
  return { ok: true, name: row.name }
}

/** Locks the day before the spot, as joining does. */
export async function lockSpot(
  db: Db,
  id: string,
): Promise<(SpotRow & { checked_in_at: Date | null }) | undefined> {
  await db.sql`
    select 1 from event_occurrences
    where (event, held_on) = (select event, held_on from event_signups where id = ${id}) for update
  `
  const [row] = await db.sql<SpotRow & { checked_in_at: Date | null }>`
    select id, event, held_on::text as held_on, user_id, name, email, state, confirm_mailed_at, checked_in_at
    from event_signups where id = ${id} for update
  `
  return row
}
