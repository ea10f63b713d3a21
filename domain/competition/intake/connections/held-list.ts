import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { sweepQueue } from "./queues.ts"

interface Of {
  source: ServiceName
  athleteId: number
}

/** A list that left out too much: nothing was removed because of it, and an operator decides. */
interface HeldList {
  athleteId: number
  name: string | null
  /** How many activities it left out, and how many are stored. */
  missing: number
  known: number
  since: Date
  /** Whether an operator has approved their removal and the comparison that requests each one is still pending. */
  released: boolean
}

/**
 * An approval applies to the comparison that it queues. If that does not take place within a day, another decision is
 * needed.
 */
const releaseMs = 86_400_000

/** Records for operators that an athlete's list omits too many activities, so that none is removed. */
export async function holdList(
  world: World,
  { source, athleteId }: Of,
  { missing, known }: { missing: number; known: number },
): Promise<void> {
  await world.db.sql`
    update private.connections set
      held_since = coalesce(held_since, ${world.now()}), held_missing = ${missing}, held_known = ${known},
      released_at = null
    where source = ${source} and athlete_id = ${athleteId}
  `
  world.log.warn(
    { source, athleteId, missing, known },
    "A service's list omits too many activities to be accepted",
  )
}

/** The list is complete again, or the missing activities have been dealt with. */
export async function endHold(world: World, { source, athleteId }: Of): Promise<void> {
  await world.db.sql`
    update private.connections set held_since = null, held_missing = null, held_known = null, released_at = null
    where source = ${source} and athlete_id = ${athleteId} and (held_since is not null or released_at is not null)
  `
}

/**
 * An operator approves the removal of the activities that a held list omits: the next comparison, queued here, requests
 * each from the service and removes those that are gone. Error: `not_held`.
 */
export async function releaseMissing(
  world: Pick<World, "db" | "now" | "jobs">,
  { source, athleteId }: Of,
): Promise<{ ok: true } | Refusal<"not_held">> {
  const [row] = await world.db.sql`
    update private.connections set released_at = ${world.now()}
    where source = ${source} and athlete_id = ${athleteId} and held_since is not null
    returning 1
  `
  if (!row) return { ok: false, code: "not_held" }
  await world.jobs.add(world.db, sweepQueue, { source, athleteId }, { key: `${source} ${athleteId}` })
  return { ok: true }
}

/**
 * How many activities the next comparison may remove: those that were missing when the operator approved. Zero without
 * an approval.
 */
export async function releasedCount(world: World, { source, athleteId }: Of): Promise<number> {
  const [row] = await world.db.sql<{ missing: number }>`
    select held_missing as missing from private.connections
    where source = ${source} and athlete_id = ${athleteId}
      and released_at > ${new Date(world.now().getTime() - releaseMs)}
  `
  return row?.missing ?? 0
}

/** The held lists of a service, the oldest first. */
export async function heldLists(db: Db, source: ServiceName): Promise<HeldList[]> {
  const rows = await db.sql<HeldList>`
    select c.athlete_id::float8 as "athleteId", a.display_name as name, c.held_missing as missing, c.held_known as known,
      c.held_since as since, c.released_at is not null as released
    from private.connections c join athletes a on a.id = c.athlete_id
    where c.source = ${source} and c.held_since is not null
    order by c.held_since
    limit 100
  `
  return [...rows]
}
