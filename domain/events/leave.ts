import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { movedUpMail } from "./mails.ts"
import { describeSpot, findSpot, type Spot, type SpotRow, spotUrl } from "./spot.ts"

/**
 * Gives up a spot or a place on the waitlist. The first person waiting moves up and is notified. Idempotent.
 * Errors: `unknown`.
 */
export async function leave(
  world: World,
  token: string,
): Promise<{ ok: true; spot: Spot } | { ok: false; code: "unknown" }> {
  return world.db.transaction(async (db) => {
    const row = await findSpot(db, token)
    const spot = row && (await describeSpot(world.published.words, db, row))
    if (!row || !spot) return { ok: false, code: "unknown" }
    await giveUp(world, db, row)
    return { ok: true, spot: { ...spot, state: "cancelled", place: null } }
  })
}

/** Gives up the spot of a signed-in member. Errors: `unknown`. */
export async function leaveAsMember(
  world: World,
  { userId, event, on }: { userId: string; event: string; on: string },
): Promise<{ ok: true } | { ok: false; code: "unknown" }> {
  return world.db.transaction(async (db) => {
    const [row] = await db.sql<SpotRow>`
      select id, event, held_on::text as held_on, user_id, name, email, state, confirm_mailed_at from event_signups
      where user_id = ${userId} and event = ${event} and held_on = ${on}
    `
    if (!row) return { ok: false, code: "unknown" }
    await giveUp(world, db, row)
    return { ok: true }
  })
}

/**
 * Frees a spot and those of its guests; somebody who rejoins does so without guests. Locks the occurrence first, as
 * joining does, so that concurrent changes cannot deadlock.
 */
export async function giveUp(
  world: World,
  db: Db,
  asked: Pick<SpotRow, "id" | "event" | "held_on">,
): Promise<void> {
  const now = world.now()
  const { id, event, held_on } = asked
  await db.sql`select 1 from event_occurrences where event = ${event} and held_on = ${held_on} for update`
  const [before] = await db.sql<{ state: string; guests: number }>`
    select state, guests from event_signups where id = ${id} for update
  `
  if (!before || before.state === "cancelled") return
  await db.sql`update event_signups set state = 'cancelled', cancelled_at = ${now}, guests = 0, guests_here = '{}' where id = ${id}`
  if (before.state !== "going") return
  await db.sql`
    update event_occurrences set taken = taken - ${1 + before.guests} where event = ${event} and held_on = ${held_on}
  `
  await moveUp(world, db, { event, held_on })
}

/**
 * Gives free spots to the first people waiting, and notifies them, unless the session has begun or was canceled. The
 * caller holds the lock on the occurrence.
 */
export async function moveUp(
  world: World,
  db: Db,
  { event, held_on }: Pick<SpotRow, "event" | "held_on">,
): Promise<void> {
  const now = world.now()
  while (true) {
    const [next] = await db.sql<SpotRow>`
      update event_signups s set state = 'going', placed_at = ${now}, reminded_at = null
      from event_occurrences o
      where s.id = (
        select id from event_signups where event = ${event} and held_on = ${held_on} and state = 'waiting'
        order by place_no limit 1
      ) and o.event = s.event and o.held_on = s.held_on and o.starts_at > ${now} and o.called_off_at is null
        and o.taken < o.spots
      returning s.id, s.event, s.held_on::text as held_on, s.user_id, s.name, s.email, s.state, s.confirm_mailed_at
    `
    if (!next) return
    await db.sql`
      update event_occurrences set taken = taken + 1 where event = ${event} and held_on = ${held_on}
    `
    const spot = await describeSpot(world.published.words, db, next)
    if (spot) await world.mail.queue(db, movedUpMail(spot, spotUrl(world, next.id)))
  }
}
