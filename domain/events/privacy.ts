import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import { giveUp } from "./leave.ts"
import type { SpotRow } from "./spot.ts"

/** All sessions that the person signed up for; null when there are none. */
export async function exportSpots(db: Db, { id, email }: Account): Promise<unknown> {
  const rows = await db.sql`
    select event, held_on::text as held_on, name, email, state, asked_at, placed_at, cancelled_at from event_signups
    where user_id = ${id} or email = ${email?.toLowerCase() ?? null} order by held_on
  `
  return rows.length > 0 ? rows : null
}

/** Gives up upcoming spots, so that others move up, and deletes all of the person's sign-ups. */
export async function eraseSpots(
  world: World,
  db: Db,
  { id, email }: { id: string | null; email: string | null },
): Promise<{ rows: number }> {
  const mine = await db.sql<Pick<SpotRow, "id" | "event" | "held_on">>`
    select id, event, held_on::text as held_on from event_signups
    where user_id = ${id} or email = ${email?.toLowerCase() ?? null} order by event, held_on
  `
  for (const row of mine) await giveUp(world, db, row)
  await db.sql`delete from event_signups where id in ${db.sql(mine.map((row) => row.id))}`
  return { rows: mine.length }
}
