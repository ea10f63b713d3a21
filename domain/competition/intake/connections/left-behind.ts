import { type ServiceName, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import { removeInSteps } from "./remove.ts"

interface Ended {
  source: ServiceName
  athleteId: number
}

/** Longer than any job that stores answers of a service may run (server/jobs/workers/sources.ts). */
export const leftBehindAfterMs = 600_000

/**
 * Removes what an ended connection left behind: notes about its activities, and data that was in transit, including
 * data stored by a process that died before it noticed the end of the connection. Does nothing while there is a
 * connection. Idempotent.
 */
export async function removeLeftBehind(world: World, { source, athleteId }: Ended): Promise<void> {
  const { sql } = world.db
  const ended = sql`
    not exists (select from private.connections where source = ${source} and athlete_id = ${athleteId})
  `
  const names = await sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities
    where athlete_id = ${athleteId} and source = ${source} and ${ended}
  `
  await removeInSteps(world, athleteId, names)
  if (services[source].tellsClub)
    await sql`update athletes set club = 'unknown' where id = ${athleteId} and club <> 'unknown' and ${ended}`
  for (const table of ["private.object_reads", "withheld_activities"])
    await sql`delete from ${sql(table)} where athlete_id = ${athleteId} and source = ${source} and ${ended}`
}
