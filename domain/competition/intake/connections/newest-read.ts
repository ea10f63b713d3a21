import { createHash } from "node:crypto"
import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"

interface Read {
  source: ServiceName
  athleteId: number
  /** Ids at the service. */
  objects: readonly string[]
  /** An instant before the request that returned these objects. */
  asOf: Date
}

/**
 * Returns those of the given objects for which no newer version is known, and records that they were read. A comparison
 * and several events may read the same object at once; otherwise the most delayed response would restore what was
 * deleted or edited meanwhile.
 */
export async function newestRead(
  world: World,
  { source, athleteId, objects, asOf }: Read,
): Promise<Set<string>> {
  const byHash = new Map(objects.map((object) => [hashOf(object), object]))
  const rows = await world.db.sql<{ id_hash: string }>`
    insert into private.object_reads as r (athlete_id, source, id_hash, read_at)
    select id, ${source}, hash, ${asOf} from athletes, unnest(${[...byHash.keys()].sort()}::text[]) hash
    where id = ${athleteId}
    on conflict (athlete_id, source, id_hash) do update set read_at = excluded.read_at
    where r.read_at <= excluded.read_at
    returning id_hash
  `
  return new Set(rows.flatMap(({ id_hash }) => byHash.get(id_hash) ?? []))
}

/** Reads older than the longest possible request are no longer needed. */
export async function purgeReads({ db, now }: Pick<World, "db" | "now">): Promise<void> {
  await db.sql`delete from private.object_reads where read_at < ${new Date(now().getTime() - 86_400_000)}`
}

/** If an object was deleted at the service, not even its id is kept. */
function hashOf(object: string): string {
  return createHash("sha256").update(object).digest("base64url")
}
