import type { ReasonCode } from "#content/competitions.ts"
import { reviewSigns } from "#content/review-signs.ts"
import { servicesWithoutOriginals } from "#content/services.ts"
import type { Query, World } from "#domain/world.ts"
import { onDecision } from "../pipeline.ts"
import type { SourceName } from "./activity.ts"
import { readSigns } from "./signs.ts"

/** An activity as shown to the operator who decides on it. */
export interface Reviewed {
  id: number
  athleteId: number
  /** Name in URLs. */
  athlete: string
  source: SourceName
  externalId: string
  sport: string
  startedAt: Date
  movingS: number
  distanceM: number
  /** Best speed over five minutes in km/h, if the source reports it. */
  fiveMinutesKmh: number | null
  status: "counted" | "review" | "excluded"
  reason: ReasonCode
  receivedAt: Date
  /** Other suspicious signs, in words. */
  signs: string[]
  /** Whether its original file is stored; `forbidden`: the terms of its source do not allow it. */
  original: "kept" | "none" | "forbidden"
}

/** Activities waiting for an operator's review, longest waiting first. */
export function listReviews(world: World): Promise<Reviewed[]> {
  const { sql } = world.db
  return read(world, sql`x.status = 'review'`)
}

/**
 * Undecided counted activities of the last two weeks that show a sign, of top athletes of a running board. They keep counting
 * until an operator decides otherwise.
 */
export async function listSuspicions(world: World): Promise<Reviewed[]> {
  const { sql } = world.db
  const { leaders, leaderDays } = reviewSigns
  const since = new Date(world.now().getTime() - leaderDays * 86_400_000)
  const counted = await read(
    world,
    sql`x.status = 'counted' and x.decision is null and x.started_at >= ${since} and x.athlete_id in (
      select s.athlete_id
      from boards b
      cross join lateral (
        select athlete_id from standings where board_id = b.id order by place_key desc limit ${leaders}
      ) s
      where b.closed_at is null
    ) and not a.demo`,
  )
  return counted.filter(({ signs }) => signs.length > 0)
}

/**
 * Counts or declines an activity, or (null) returns it to the rules; updates days, boards and open pages. Returns the
 * activity's new state. Errors: `unknown_activity`.
 */
export async function review(
  world: World,
  id: number,
  decision: "count" | "decline" | null,
): Promise<{ ok: true; activity: Reviewed } | { ok: false; code: "unknown_activity" }> {
  const [found] = await read(world, world.db.sql`x.id = ${id}`)
  if (!found) return { ok: false, code: "unknown_activity" }
  await onDecision(world, found.athleteId, { source: found.source, externalId: found.externalId }, decision)
  const [now] = await read(world, world.db.sql`x.id = ${id}`)
  return now ? { ok: true, activity: now } : { ok: false, code: "unknown_activity" }
}

/** Activities as shown to operators, by a condition on the activity `x` of the athlete `a`. */
async function read(world: World, condition: Query<Record<string, unknown>>): Promise<Reviewed[]> {
  const { sql } = world.db
  const rows = await sql<Row>`
    select
      x.id::float8 as id, x.athlete_id::float8 as athlete_id, a.slug, x.source, x.external_id, x.sport, x.started_at,
      x.moving_s, x.distance_m, x.five_minutes_kmh, x.status, x.reason, x.received_at,
      exists (
        select from recording_files f
        where x.source = 'file' and f.athlete_id = x.athlete_id and f.content_id = split_part(x.external_id, '#', 1)
      ) as kept
    from activities x
    join athletes a on a.id = x.athlete_id
    where ${condition}
    order by x.received_at, x.id
  `
  const signs = await readSigns(
    world.db,
    rows.map(({ id }) => id),
  )
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
    signs: signs.get(row.id) ?? [],
    original: row.kept ? "kept" : servicesWithoutOriginals.includes(row.source) ? "forbidden" : "none",
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
  kept: boolean
}
