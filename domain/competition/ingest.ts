import type { Db } from "#domain/world.ts"
import { endOf } from "./activity.ts"
import {
  type Change,
  type KeptActivity,
  marginMs,
  type Neighbour,
  type Plan,
  plan,
  type RecordName,
  type Surroundings,
} from "./plan.ts"

export type Ingested = { ok: true; days: string[] } | { ok: false; code: "unknown_athlete" }

/** How far around the change to look at first; nearly always enough. */
const firstLookMs = marginMs + 6 * 3_600_000

/**
 * Stores, changes or removes activities of one athlete, and brings the days that they touch up to date: one statement, so
 * that either all of it is there or nothing. Answers the local days that were touched.
 * Two writers of one athlete cannot build on the same past: who comes second finds the revision gone and looks again.
 */
export async function ingest(db: Db, athleteId: number, change: Change): Promise<Ingested> {
  let reach: { from: Date; to: Date } | undefined
  while (true) {
    const read = await look(db, athleteId, change, reach)
    if (!read) return { ok: false, code: "unknown_athlete" }
    const planned = plan(read.around, change)
    if (!planned.ok) {
      reach = planned
      continue
    }
    if (isEmpty(planned.plan)) return { ok: true, days: [] }
    if (await write(db, athleteId, read, planned.plan)) {
      return {
        ok: true,
        days: [...planned.plan.days.map((day) => day.localOn), ...planned.plan.emptyDays].sort(),
      }
    }
  }
}

function isEmpty({ put, mark, remove, days, emptyDays }: Plan): boolean {
  return put.length + mark.length + remove.length + days.length + emptyDays.length === 0
}

interface Look {
  around: Surroundings
  revision: string
  /** The newest board: a season that opens in between changes what a day is worth. */
  newestBoard: number
}

async function look(
  db: Db,
  athleteId: number,
  change: Change,
  reach: { from: Date; to: Date } | undefined,
): Promise<Look | undefined> {
  const starts = change.put.map((sent) => sent.startedAt.getTime())
  const ends = change.put.map((sent) => endOf(sent).getTime())
  const from = earliest([...starts.map((ms) => ms - firstLookMs), ...(reach ? [reach.from.getTime()] : [])])
  const to = latest([...ends.map((ms) => ms + firstLookMs), ...(reach ? [reach.to.getTime()] : [])])
  const names = [...change.put, ...change.remove, ...(change.decide ?? [])]
  const { sql } = db
  const [row] = await sql<AthleteRow>`
    with known as (
      select min(started_at) as first, max(started_at + make_interval(secs => elapsed_s)) as last
      from activities
      where athlete_id = ${athleteId} and ${oneOf(sql, names)}
    ),
    reach as (
      select
        least(${from}::timestamptz, first - interval '56 hours') as first,
        greatest(${to}::timestamptz, last + interval '56 hours') as last
      from known
    )
    select
      a.joined_at, a.time_zone, a.revision::text, reach.first, reach.last,
      (select coalesce(max(id), 0) from boards) as newest_board,
      (
        select json_agg(json_build_array(b.id, b.from_on, b.to_on, s.opens_at, s.closes_at))
        from boards b
        join seasons s on s.id = b.season_id
        -- Only a border near by can cut a day in two.
        where b.from_on between reach.first::date - 2 and reach.last::date + 2
          or b.to_on between reach.first::date - 2 and reach.last::date + 2
      ) as seasons,
      (
        select json_agg(json_build_array(
          x.id, x.source, x.external_id, x.kind, x.started_at, x.local_on, x.elapsed_s, x.moving_s, x.distance_m,
          x.detail, x.received_at, x.decision, x.status, x.reason
        ))
        from activities x
        where x.athlete_id = a.id and x.started_at between reach.first and reach.last
      ) as activities
    from athletes a, reach
    where a.id = ${athleteId}
  `
  if (!row) return undefined
  return {
    revision: row.revision,
    newestBoard: row.newest_board,
    around: {
      joinedAt: row.joined_at,
      timeZone: row.time_zone,
      from: row.first ?? new Date(0),
      to: row.last ?? new Date(0),
      activities: (row.activities ?? []).map(toNeighbour),
      decided: change.decide ? await wholeRows(db, athleteId, change.decide) : [],
      seasons: (row.seasons ?? []).map(([id, first, last, opensAt, closesAt]) => ({
        id,
        from: first,
        to: last,
        opensAt: new Date(opensAt),
        closesAt: new Date(closesAt),
      })),
    },
  }
}

function oneOf(sql: Db["sql"], names: readonly RecordName[]) {
  const [only] = names
  if (only && names.length === 1) return sql`source = ${only.source} and external_id = ${only.externalId}`
  return sql`(source, external_id) in (
    select * from unnest(${names.map((n) => n.source)}::text[], ${names.map((n) => n.externalId)}::text[])
  )`
}

async function wholeRows(db: Db, athleteId: number, names: readonly RecordName[]): Promise<KeptActivity[]> {
  const rows = await db.sql<{ row: ActivityRow }>`
    select to_jsonb(a) as row
    from activities a
    where athlete_id = ${athleteId} and ${oneOf(db.sql, names)}
  `
  return rows.map(({ row }) => fromRow(row))
}

/**
 * Answers false when another writer was faster. The parts that a plan does not need are left out of the statement: the
 * plain case is three of them.
 */
async function write(db: Db, athleteId: number, read: Look, plan: Plan): Promise<boolean> {
  const { sql } = db
  const gone =
    plan.remove.length === 0
      ? sql``
      : sql`, gone as (
          delete from activities a using lock where a.athlete_id = lock.id and a.id = any(${plan.remove}::bigint[])
        )`
  const put =
    plan.put.length === 0
      ? sql``
      : sql`, put as (
          insert into activities (
            athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
            distance_m, elevation_m, five_minutes_kmh, top_kmh, manual, flagged, indoor, virtual, is_public, detail,
            received_at, status, reason, decision
          )
          select
            lock.id, r.source, r.external_id, r.kind, r.sport, r.name, r.started_at, r.utc_offset_s, r.local_on,
            r.elapsed_s, r.moving_s, r.distance_m, r.elevation_m, r.five_minutes_kmh, r.top_kmh, r.manual, r.flagged,
            r.indoor, r.virtual, r.is_public, r.detail, r.received_at, r.status, r.reason, r.decision
          from lock, json_populate_recordset(null::activities, ${JSON.stringify(plan.put.map(toRow))}::text::json) r
          on conflict (athlete_id, source, external_id) do update set
            kind = excluded.kind, sport = excluded.sport, name = excluded.name, started_at = excluded.started_at,
            utc_offset_s = excluded.utc_offset_s, local_on = excluded.local_on, elapsed_s = excluded.elapsed_s,
            moving_s = excluded.moving_s, distance_m = excluded.distance_m, elevation_m = excluded.elevation_m,
            five_minutes_kmh = excluded.five_minutes_kmh, top_kmh = excluded.top_kmh, manual = excluded.manual,
            flagged = excluded.flagged, indoor = excluded.indoor, virtual = excluded.virtual,
            is_public = excluded.is_public, detail = excluded.detail, status = excluded.status,
            reason = excluded.reason, decision = excluded.decision
        )`
  const marked =
    plan.mark.length === 0
      ? sql``
      : sql`, marked as (
          update activities a set status = m.status, reason = m.reason
          from lock, jsonb_to_recordset(${sql.json(plan.mark)}) m (id bigint, status text, reason text)
          where a.athlete_id = lock.id and a.id = m.id
        )`
  const emptied =
    plan.emptyDays.length === 0
      ? sql``
      : sql`, emptied as (
          delete from athlete_days d using lock
          where d.athlete_id = lock.id and d.local_on = any(${plan.emptyDays}::date[])
        )`
  const days =
    plan.days.length === 0
      ? sql``
      : sql`, days as (
          insert into athlete_days (
            athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions
          )
          select
            lock.id, r.local_on, r.points, r.active, r.moving_s, r.distance_m, r.reached_at, r.restricted, r.ruleset,
            r.lines, r.exceptions
          from lock, json_populate_recordset(null::athlete_days, ${JSON.stringify(plan.days.map(toDayRow))}::text::json) r
          on conflict (athlete_id, local_on) do update set
            points = excluded.points, active = excluded.active, moving_s = excluded.moving_s,
            distance_m = excluded.distance_m, reached_at = excluded.reached_at, restricted = excluded.restricted,
            ruleset = excluded.ruleset, lines = excluded.lines, exceptions = excluded.exceptions
        )`
  const written = await sql`
    with lock as (
      update athletes set revision = revision + 1
      where id = ${athleteId} and revision = ${read.revision}::bigint
        and (select coalesce(max(id), 0) from boards) = ${read.newestBoard}
      returning id
    )
    ${gone} ${put} ${marked} ${emptied} ${days}
    select id from lock
  `
  return written.length > 0
}

interface AthleteRow {
  joined_at: Date
  time_zone: string
  revision: string
  newest_board: number
  /** Null when the change names nothing that is there. */
  first: Date | null
  last: Date | null
  seasons: [number, string, string, string, string][] | null
  activities: NeighbourRow[] | null
}

type NeighbourRow = [
  id: number,
  source: string,
  externalId: string,
  kind: Neighbour["kind"],
  startedAt: string,
  localOn: string,
  elapsedS: number,
  movingS: number,
  distanceM: number,
  detail: number,
  receivedAt: string,
  decision: Neighbour["decision"],
  status: Neighbour["status"],
  reason: Neighbour["reason"],
]

function toNeighbour(row: NeighbourRow): Neighbour {
  const [id, source, externalId, kind, startedAt, localOn, elapsedS, movingS, distanceM, detail, receivedAt] =
    row
  const [, , , , , , , , , , , decision, status, reason] = row
  return {
    id,
    source,
    externalId,
    kind,
    startedAt: new Date(startedAt),
    localOn,
    elapsedS,
    movingS,
    distanceM,
    detail,
    receivedAt: new Date(receivedAt),
    decision,
    status,
    reason,
  }
}

/** A row of `activities` as JSON. */
export interface ActivityRow {
  id: number
  source: KeptActivity["source"]
  external_id: string
  kind: KeptActivity["kind"]
  sport: string
  name: string | null
  started_at: string
  utc_offset_s: number
  local_on: string
  elapsed_s: number
  moving_s: number
  distance_m: number
  elevation_m: number | null
  five_minutes_kmh: number | null
  top_kmh: number | null
  manual: boolean
  flagged: boolean
  indoor: boolean
  virtual: boolean
  is_public: boolean
  detail: number
  received_at: string
  status: KeptActivity["status"]
  reason: KeptActivity["reason"]
  decision: KeptActivity["decision"]
}

export function fromRow(row: ActivityRow): KeptActivity {
  return {
    id: row.id,
    source: row.source,
    externalId: row.external_id,
    kind: row.kind,
    sport: row.sport,
    name: row.name,
    startedAt: new Date(row.started_at),
    utcOffsetS: row.utc_offset_s,
    localOn: row.local_on,
    elapsedS: row.elapsed_s,
    movingS: row.moving_s,
    distanceM: row.distance_m,
    elevationM: row.elevation_m,
    fiveMinutesKmh: row.five_minutes_kmh,
    topKmh: row.top_kmh,
    manual: row.manual,
    flagged: row.flagged,
    indoor: row.indoor,
    virtual: row.virtual,
    public: row.is_public,
    detail: row.detail,
    receivedAt: new Date(row.received_at),
    status: row.status,
    reason: row.reason,
    decision: row.decision,
  }
}

function toRow(a: KeptActivity): Omit<ActivityRow, "id"> {
  return {
    source: a.source,
    external_id: a.externalId,
    kind: a.kind,
    sport: a.sport,
    name: a.name,
    started_at: a.startedAt.toISOString(),
    utc_offset_s: a.utcOffsetS,
    local_on: a.localOn,
    elapsed_s: a.elapsedS,
    moving_s: a.movingS,
    distance_m: a.distanceM,
    elevation_m: a.elevationM,
    five_minutes_kmh: a.fiveMinutesKmh,
    top_kmh: a.topKmh,
    manual: a.manual,
    flagged: a.flagged,
    indoor: a.indoor,
    virtual: a.virtual,
    is_public: a.public,
    detail: a.detail,
    received_at: a.receivedAt.toISOString(),
    status: a.status,
    reason: a.reason,
    decision: a.decision,
  }
}

type DayRow = Record<string, unknown>

export function toDayRow(day: Plan["days"][number]): DayRow {
  const exceptions = day.exceptions
    ? Object.fromEntries(
        Object.entries(day.exceptions).map(([board, { reachedAt, ...part }]) => [
          board,
          { ...part, reached_at: reachedAt },
        ]),
      )
    : null
  return {
    local_on: day.localOn,
    points: day.points,
    active: day.active,
    moving_s: day.movingS,
    distance_m: day.distanceM,
    reached_at: day.reachedAt,
    restricted: day.restricted,
    ruleset: day.ruleset,
    lines: day.lines,
    exceptions,
  }
}

/** Null when there is none: then only what the database knows of the named records says where to look. */
function earliest(ms: readonly number[]): Date | null {
  return ms.length > 0 ? new Date(Math.min(...ms)) : null
}

function latest(ms: readonly number[]): Date | null {
  return ms.length > 0 ? new Date(Math.max(...ms)) : null
}
