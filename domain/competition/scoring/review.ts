import type { ReasonCode } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { onDecision } from "../pipeline.ts"
import type { SourceName } from "./activity.ts"

/** An activity as an operator sees it who has to decide on it. */
export interface Reviewed {
  id: number
  athleteId: number
  /** Name in addresses. */
  athlete: string
  source: SourceName
  externalId: string
  sport: string
  startedAt: Date
  movingS: number
  distanceM: number
  /** Best speed over five minutes in km/h, where the source tells. */
  fiveMinutesKmh: number | null
  status: "counted" | "review" | "excluded"
  reason: ReasonCode
  receivedAt: Date
}

/** What waits for an operator's look, the longest waiting first. */
export function listReviews(world: World): Promise<Reviewed[]> {
  return read(world, null)
}

/**
 * Counts or declines an activity, or (null) lets the rules speak again; days, boards and open pages follow. Answers the
 * activity as it is afterwards. Errors: `unknown_activity`.
 */
export async function review(
  world: World,
  id: number,
  decision: "count" | "decline" | null,
): Promise<{ ok: true; activity: Reviewed } | { ok: false; code: "unknown_activity" }> {
  const [found] = await read(world, id)
  if (!found) return { ok: false, code: "unknown_activity" }
  await onDecision(world, found.athleteId, { source: found.source, externalId: found.externalId }, decision)
  const [now] = await read(world, id)
  return now ? { ok: true, activity: now } : { ok: false, code: "unknown_activity" }
}

/** One activity, whatever its status; without an id all that wait. */
async function read(world: World, id: number | null): Promise<Reviewed[]> {
  const { sql } = world.db
  const rows = await sql<Row>`
    select
      x.id::float8 as id, x.athlete_id::float8 as athlete_id, a.slug, x.source, x.external_id, x.sport, x.started_at,
      x.moving_s, x.distance_m, x.five_minutes_kmh, x.status, x.reason, x.received_at
    from activities x
    join athletes a on a.id = x.athlete_id
    where ${id === null ? sql`x.status = 'review'` : sql`x.id = ${id}`}
    order by x.received_at, x.id
  `
  return rows.map((row) => ({
    id: row.id,
    athleteId: row.athlete_id,
    athlete: row.slug,
    source: row.source,
    externalId: row.external_id,
    sport: row.sport,
    startedAt: row.started_at,
    movingS: row.moving_s,
    distanceM: row.distance_m,
    fiveMinutesKmh: row.five_minutes_kmh,
    status: row.status,
    reason: row.reason,
    receivedAt: row.received_at,
  }))
}

interface Row {
  id: number
  athlete_id: number
  slug: string
  source: Reviewed["source"]
  external_id: string
  sport: string
  started_at: Date
  moving_s: number
  distance_m: number
  five_minutes_kmh: number | null
  status: Reviewed["status"]
  reason: ReasonCode
  received_at: Date
}
