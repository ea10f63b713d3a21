import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import { eraseOriginalsQueue } from "./remove.ts"

/** The stored recordings of a member, for "export my data"; null if there are none. */
export async function exportOriginals(db: Db, person: Account): Promise<unknown> {
  const rows = await db.sql`
    select f.name, f.size::float8 as size, f.sha256, f.stored_at
    from recording_files f join athletes a on a.id = f.athlete_id
    where a.user_id = ${person.id}
    order by f.stored_at, f.name
  `
  return rows.length > 0 ? rows : null
}

/** Queues the erasure of the files, which happens when, and only when, the account goes. */
export async function eraseOriginalsOf(world: World, db: Db, person: Account): Promise<void> {
  const athleteId = await athleteIdOf(db, person.id)
  if (athleteId !== null) await world.jobs.add(db, eraseOriginalsQueue, { athleteId })
}
