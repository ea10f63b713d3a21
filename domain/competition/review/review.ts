import type { ActivityKind } from "#content/activity-kinds.ts"
import type { ReasonCode } from "#content/reasons.ts"
import { reviewSigns } from "#content/review-signs.ts"
import { servicesWithoutOriginals } from "#content/services.ts"
import { foldName } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { Db, Query, Sql } from "#ports/db.ts"
import type { SourceName } from "../scoring/activity.ts"
import { readEvidence } from "../scoring/read-evidence.ts"
import { readSigns } from "../scoring/read-signs.ts"

/** An activity as shown to the operator who decides on it. */
export interface Reviewed {
  id: number
  athleteId: number
  /** Name in URLs. */
  athlete: string
  athleteName: string
  /** The activity's name, from its source. */
  name: string | null
  kind: ActivityKind
  /** The athlete's UTC offset in seconds. */
  utcOffsetS: number
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
  decision: "count" | "decline" | null
  receivedAt: Date
  /** Other suspicious signs, in words. */
  signs: string[]
  /** The athlete's objection without a reply. */
  objection: OpenObjection | null
  /** Whether its original file is stored; `forbidden`: the terms of its source do not allow it. */
  original: "kept" | "none" | "forbidden"
}

interface OpenObjection {
  text: string
  at: Date
  /** When the reply is due. */
  dueAt: Date
  /** The verdict that it is about. */
  reason: ReasonCode
  /** Slugs of closed seasons with a place that waits for the reply. */
  waitsFor: string[]
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

type ReviewView = "waiting" | "appeals" | "decided"

export interface ReviewFilter {
  view: ReviewView
  /** Part of the athlete's name. */
  athlete?: string
  kind?: string
  reason?: string
}

interface Window {
  limit: number
  offset: number
  /**
   * By a column of the list; by default the most important first; for objections, the one due first; for decided ones,
   * the latest.
   */
  order?: { column: "received" | "athlete" | "kind" | "distance" | "moving"; descending: boolean } | null
}

/** One page of the activities of a view, and how many there are on all pages. */
export async function pageOfReviews(
  world: World,
  filter: ReviewFilter,
  { limit, offset, order = null }: Window,
): Promise<{ rows: Reviewed[]; total: number }> {
  const { sql } = world.db
  const matching = conditionOf(world.db, filter)
  const [count] = (await sql`
    select count(*)::integer as n from activities x join athletes a on a.id = x.athlete_id where ${matching}
  `) as [{ n: number }]
  const ranked = order ? null : await rankedWaiting(world, filter)
  if (ranked) {
    const ids = ranked.slice(offset, offset + limit)
    const found = await read(world, sql`x.id = any(${ids}::bigint[])`)
    return { rows: found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total: ranked.length }
  }
  const columns = {
    received: sql`x.received_at`,
    athlete: sql`a.search_name`,
    kind: sql`x.kind`,
    distance: sql`x.distance_m`,
    moving: sql`x.moving_s`,
  }
  const first = order
    ? sql`${columns[order.column]} ${order.descending ? sql`desc` : sql`asc`},`
    : filter.view === "decided"
      ? sql`(select max(r.id) from activity_reviews r where r.activity_id = x.id) desc,`
      : sql`${queueOrder(sql, filter.view)},`
  const rows = await read(
    world,
    matching,
    sql`order by ${first} x.received_at, x.id limit ${limit} offset ${offset}`,
  )
  return { rows, total: count.n }
}

/** One activity as shown to operators, or null. */
export async function readReviewed(world: World, id: number): Promise<Reviewed | null> {
  const [found] = await read(world, world.db.sql`x.id = ${id}`)
  return found ?? null
}

/** The ids around an activity in the order of a view, for going from one to the next; the first ones when it has left the view. */
export async function neighborsOf(
  world: World,
  filter: ReviewFilter,
  id: number,
): Promise<{ previous: number | null; next: number | null; position: number | null; total: number }> {
  const { sql } = world.db
  const ranked = await rankedWaiting(world, filter)
  const at = ranked?.indexOf(id) ?? -1
  if (ranked && at >= 0)
    return {
      previous: ranked[at - 1] ?? null,
      next: ranked[at + 1] ?? null,
      position: at + 1,
      total: ranked.length,
    }
  const [row] = await sql<{
    previous: number | null
    next: number | null
    position: number | null
    total: number
  }>`
    with listed as (
      select x.id, row_number() over w as position, lag(x.id) over w as previous, lead(x.id) over w as next,
        count(*) over () as total
      from activities x join athletes a on a.id = x.athlete_id
      where ${conditionOf(world.db, filter)}
      window w as (order by ${queueOrder(sql, filter.view)}, x.id)
    )
    select previous::float8 as previous, next::float8 as next, position::integer as position, total::integer as total
    from listed where id = ${id}
  `
  if (row) return row
  const { rows, total } = await pageOfReviews(world, filter, { limit: 1, offset: 0 })
  return { previous: null, next: rows[0]?.id ?? null, position: null, total }
}

/** The first entry of a queue: the objection that is due first, otherwise the activity that has waited longest. */
function queueOrder(sql: Sql, view: ReviewView): Query<Record<string, unknown>> {
  return view === "appeals"
    ? sql`(select o.due_at from activity_objections o where o.activity_id = x.id and o.replied_at is null)`
    : sql`x.received_at`
}

/** A longer queue is sorted by arrival, because weighing each activity would take too long for a page. */
const mostRanked = 200
/** Athletes of each running season for whom a decision can affect a prize. */
const nearPrizes = 20

/**
 * The activities that wait for review, in the order of review: those of athletes near a prize first, then those with
 * the weakest evidence, then the longest waiting. Null for other views and for a very long queue.
 */
async function rankedWaiting({ db }: World, filter: ReviewFilter): Promise<number[] | null> {
  if (filter.view !== "waiting") return null
  const rows = await db.sql<{ id: number; near: boolean }>`
    select x.id::float8 as id, x.athlete_id in (
      select s.athlete_id
      from boards b
      cross join lateral (
        select athlete_id from standings where board_id = b.id order by place_key desc limit ${nearPrizes}
      ) s
      where b.season_id is not null and b.closed_at is null
    ) as near
    from activities x join athletes a on a.id = x.athlete_id
    where ${conditionOf(db, filter)}
    order by x.received_at, x.id
    limit ${mostRanked + 1}
  `
  if (rows.length > mostRanked) return null
  const evidence = await readEvidence(
    db,
    rows.map(({ id }) => id),
  )
  const strengthOf = ({ id }: { id: number }) => evidence.get(id)?.strength ?? 0
  return rows
    .toSorted((a, b) => Number(b.near) - Number(a.near) || strengthOf(a) - strengthOf(b))
    .map(({ id }) => id)
}

function conditionOf(
  { sql }: Db,
  { view, athlete, kind, reason }: ReviewFilter,
): Query<Record<string, unknown>> {
  const views = {
    waiting: sql`x.status = 'review'`,
    appeals: sql`exists (
      select from activity_objections o where o.activity_id = x.id and o.replied_at is null
    )`,
    decided: sql`x.decision is not null`,
  }
  const name = athlete ? `%${foldName(athlete).replace(/[\\%_]/g, "\\$&")}%` : null
  return sql`
    ${views[view]}
    and (${name}::text is null or a.search_name like ${name})
    and (${kind ?? null}::text is null or x.kind = ${kind ?? null})
    and (${reason ?? null}::text is null or x.reason = ${reason ?? null})
  `
}

/** Activities as shown to operators, by a condition on the activity `x` of the athlete `a`. */
async function read(
  world: World,
  condition: Query<Record<string, unknown>>,
  order: Query<Record<string, unknown>> = world.db.sql`order by x.received_at, x.id`,
): Promise<Reviewed[]> {
  const { sql } = world.db
  const rows = await sql<Row>`
    select
      x.id::float8 as id, x.athlete_id::float8 as athlete_id, a.slug, a.display_name, x.name, x.kind, x.utc_offset_s, x.decision,
      x.source, x.external_id, x.sport, x.started_at,
      x.moving_s, x.distance_m, x.five_minutes_kmh, x.status, x.reason, x.received_at,
      exists (
        select from recording_files f
        where x.source = 'file' and f.athlete_id = x.athlete_id and f.content_id = split_part(x.external_id, '#', 1)
      ) as kept,
      (
        select jsonb_build_object('text', o.text, 'at', o.at, 'dueAt', o.due_at, 'reason', o.reason, 'waitsFor', array(
          select s.slug from seasons s where s.id = any(o.waits_for) order by s.closes_at
        ))
        from activity_objections o where o.activity_id = x.id and o.replied_at is null
      ) as objection
    from activities x
    join athletes a on a.id = x.athlete_id
    where ${condition}
    ${order}
  `
  const signs = await readSigns(
    world.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    athleteId: row.athlete_id,
    athlete: row.slug,
    athleteName: row.display_name,
    name: row.name,
    kind: row.kind,
    utcOffsetS: row.utc_offset_s,
    decision: row.decision,
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
    objection: row.objection && {
      ...row.objection,
      at: new Date(row.objection.at),
      dueAt: new Date(row.objection.dueAt),
    },
    original: row.kept ? "kept" : servicesWithoutOriginals.includes(row.source) ? "forbidden" : "none",
  }))
}

interface Row {
  id: number
  athlete_id: number
  slug: string
  display_name: string
  name: string | null
  kind: ActivityKind
  utc_offset_s: number
  decision: Reviewed["decision"]
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
  /** As JSON has it. */
  objection: (Omit<OpenObjection, "at" | "dueAt"> & { at: string; dueAt: string }) | null
}
