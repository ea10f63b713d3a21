import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Announced, ServiceEvent } from "#ports/services.ts"

interface Of {
  source: ServiceName
  athleteId: number
  /** Ids at the service. */
  objects: readonly string[]
}

/** The event for a version of an object that a list announces: the same for each list that does. */
export function versionEvent(
  accountId: string,
  { externalId, version, hint }: Announced,
): ServiceEvent & { about: { kind: "activity" } } {
  return {
    id: `${accountId} ${externalId} ${version}`.slice(0, 200),
    accountId,
    about: { kind: "activity", externalId, listed: true, ...(hint ? { hint } : {}) },
  }
}

/**
 * Forgets which versions of these objects were fetched, so that a list that announces one of them has it fetched again. Only
 * of those that are not stored here, if `absent` is set.
 */
export async function forgetVersions(
  world: Pick<World, "db">,
  { source, athleteId, objects, absent = false }: Of & { absent?: boolean },
): Promise<void> {
  await world.db.sql`
    delete from private.receipts r using private.connections c, unnest(${[...objects]}::text[]) object
    where c.source = ${source} and c.athlete_id = ${athleteId} and r.source = c.source and r.account_id = c.account_id
      and r.done_at is not null and starts_with(r.event_id, c.account_id || ' ' || object || ' ')
      and not (${absent} and exists (
        select from activities a
        where a.athlete_id = c.athlete_id and a.source = c.source and split_part(a.external_id, '#', 1) = object
      ))
  `
}
