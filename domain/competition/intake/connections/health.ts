import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** A refusal by the service or of the service: the status of its response to us, or of ours to its webhook. */
type RefusalCode =
  | "unauthorized"
  | "consent_missing"
  | "grant_refused"
  | "not_found"
  | "application_refused"
  | "limited"
  | "wrong_secret"
  | "invalid_event"

/** How a service has been doing; null for events that never happened. */
interface ServiceHealth {
  /** The last event and the last complete list of an athlete's activities, to the minute. */
  eventAt: Date | null
  answeredAt: Date | null
  refusedAt: Date | null
  refusal: RefusalCode | null
}

/** Records that the service sent a valid event. */
export function recordEventReceived(world: World, source: ServiceName): Promise<void> {
  return note(world, source, "event_at")
}

/** Records that the service listed an athlete's activities. */
export function recordSuccess(world: World, source: ServiceName): Promise<void> {
  return note(world, source, "answered_at")
}

/** Written at most once a minute, because many events at once would wait for each other. */
async function note(world: World, source: ServiceName, what: "event_at" | "answered_at"): Promise<void> {
  const { sql } = world.db
  const column = what === "event_at" ? sql`event_at` : sql`answered_at`
  const now = world.now()
  await sql`
    insert into private.service_health as h (source, ${column}) values (${source}, ${now})
    on conflict (source) do update set ${column} = excluded.${column}
    where h.${column} is null or h.${column} <= ${new Date(now.getTime() - 60_000)}
  `
}

export async function recordRefusal(world: World, source: ServiceName, refusal: RefusalCode): Promise<void> {
  await world.db.sql`
    insert into private.service_health (source, refused_at, refusal) values (${source}, ${world.now()}, ${refusal})
    on conflict (source) do update set refused_at = excluded.refused_at, refusal = excluded.refusal
  `
}

export async function healthOf(db: Db, source: ServiceName): Promise<ServiceHealth> {
  const [row] = await db.sql<ServiceHealth>`
    select event_at as "eventAt", answered_at as "answeredAt", refused_at as "refusedAt", refusal
    from private.service_health where source = ${source}
  `
  return row ?? { eventAt: null, answeredAt: null, refusedAt: null, refusal: null }
}
