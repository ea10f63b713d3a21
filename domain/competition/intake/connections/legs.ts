import type { ServiceName } from "#content/services.ts"
import type { Db } from "#ports/db.ts"
import type { RecordName } from "../../scoring/plan.ts"

/** The stored activities of these objects of a service: one each, or the legs of a multisport recording, "<object>#<leg>". */
export async function legsOf(
  db: Db,
  { source, athleteId, objects }: { source: ServiceName; athleteId: number; objects: readonly string[] },
): Promise<RecordName[]> {
  const rows = await db.sql<{ externalId: string }>`
    select external_id as "externalId" from activities
    where athlete_id = ${athleteId} and source = ${source}
      and split_part(external_id, '#', 1) = any(${[...objects]}::text[])
  `
  return rows.map(({ externalId }) => ({ source, externalId }))
}
