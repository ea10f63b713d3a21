import { createHash } from "node:crypto"
import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"

interface Of {
  source: ServiceName
  athleteId: number
  externalIds: readonly string[]
}

/**
 * Records for the owner's list that a service no longer shows activities that it showed or announced. Stores only that fact
 * and the time, so that nothing remains of an activity deleted there.
 * @param of.reason `private`: only their owner sees them there; `missing`: not there when asked for; `gone`: deleted there, or made
 * private
 */
export async function withhold(
  world: World,
  { source, athleteId, externalIds, reason }: Of & { reason: "private" | "missing" | "gone" },
): Promise<void> {
  await world.db.sql`
    insert into withheld_activities (athlete_id, source, id_hash, reason, noticed_at)
    select id, ${source}, hash, ${reason}, ${world.now()}
    from athletes, unnest(${externalIds.map(hashOf)}::text[]) hash
    where id = ${athleteId}
    on conflict (athlete_id, source, id_hash) do update set
      reason = excluded.reason, refusal = null, noticed_at = excluded.noticed_at
  `
}

/** An activity that was refused: its id at the service, null when even that is missing, and why, without a subject. */
interface RefusedActivity {
  externalId: string | null
  reason: string
}

/** Records, for the list that the owner sees, which activities of a service could not be stored, and why. */
export async function recordRefused(
  world: World,
  { source, athleteId }: Omit<Of, "externalIds">,
  refused: readonly RefusedActivity[],
): Promise<void> {
  // Without an id, refusals for the same reason share a row.
  const rows = refused.map(({ externalId, reason }) => ({ hash: hashOf(externalId ?? ` ${reason}`), reason }))
  await world.db.sql`
    insert into withheld_activities (athlete_id, source, id_hash, reason, refusal, noticed_at)
    select distinct on (hash) id, ${source}, hash, 'refused', r.reason, ${world.now()}
    from athletes, jsonb_to_recordset(${world.db.sql.json(rows)}) r (hash text, reason text)
    where id = ${athleteId}
    on conflict (athlete_id, source, id_hash) do update set
      reason = excluded.reason, refusal = excluded.refusal, noticed_at = excluded.noticed_at
  `
}

/** Clears refusals that the service's list no longer caused: those last noticed before it was read. */
export async function clearRefused(
  world: World,
  { source, athleteId, before }: Omit<Of, "externalIds"> & { before: Date },
): Promise<void> {
  await world.db.sql`
    delete from withheld_activities
    where athlete_id = ${athleteId} and source = ${source} and reason = 'refused' and noticed_at < ${before}
  `
}

/** Clears the record when the service shows them again. */
export async function showAgain(world: World, { source, athleteId, externalIds }: Of): Promise<void> {
  await world.db.sql`
    delete from withheld_activities
    where athlete_id = ${athleteId} and source = ${source} and id_hash = any(${externalIds.map(hashOf)}::text[])
  `
}

function hashOf(externalId: string): string {
  return createHash("sha256").update(externalId).digest("base64url")
}
