import type { Db } from "#domain/world.ts"
import { endOf } from "./activity.ts"
import { type Change, type KeptActivity, marginMs, type RecordName, type Surroundings } from "./plan.ts"
import { type ActivityRow, fromRow, type NeighborRow, toNeighbor } from "./rows.ts"

/** A change of one athlete's activities, and how wide the surroundings must be, if known. */
export interface IngestRequest {
  athleteId: number
  change: Change
  reach?: { from: Date; to: Date }
}

export interface LoadedSurroundings {
  around: Surroundings
  /** Revision of the athlete's records; 0 before the first. */
  revision: string
  /** The newest board, null without any: a season opened in between changes the score of a day. */
  newestBoard: number | null
}

/** Initial width of the surroundings; nearly always sufficient. */
const firstReachMs = marginMs + 6 * 3_600_000

/** The surroundings of each change, in the order of the requests; undefined for an unknown athlete. */
export async function loadSurroundings(
  db: Db,
  requests: readonly IngestRequest[],
): Promise<(LoadedSurroundings | undefined)[]> {
  const { sql } = db
  const spans = requests.map(spanOf)
  const names = requests.flatMap(({ change }, i) =>
    [...change.put, ...change.remove, ...(change.decide ?? [])].map((name) => ({ ...name, nr: i + 1 })),
  )
  const rows = await sql<AroundRow>`
    with request as (
      select nr, athlete_id, first, last
      -- Arrays behind a select say nothing of their length to the planner, which then plans once and not every time.
      from unnest(
        (select ${requests.map(({ athleteId }) => athleteId)}::bigint[]),
        (select ${spans.map(({ from }) => from)}::timestamptz[]),
        (select ${spans.map(({ to }) => to)}::timestamptz[])
      ) with ordinality as r (athlete_id, first, last, nr)
    ),
    known as (
      select r.nr, min(x.started_at) as first, max(x.started_at + make_interval(secs => x.elapsed_s)) as last
      from unnest(
        (select ${names.map(({ nr }) => nr)}::integer[]), (select ${names.map(({ source }) => source)}::text[]),
        (select ${names.map(({ externalId }) => externalId)}::text[])
      ) as n (nr, source, external_id)
      join request r on r.nr = n.nr
      join activities x
        on x.athlete_id = r.athlete_id and x.source = n.source and x.external_id = n.external_id
      group by r.nr
    ),
    reach as materialized (
      select
        r.nr, r.athlete_id, least(r.first, k.first - interval '56 hours') as first,
        greatest(r.last, k.last + interval '56 hours') as last
      from request r
      left join known k using (nr)
    )
    select
      r.nr::integer, a.counts_from, a.time_zone, r.first, r.last,
      coalesce((select v.revision from private.athlete_revisions v where v.athlete_id = a.id), 0)::text as revision,
      (select max(id) from boards) as newest_board,
      (
        select json_agg(json_build_array(b.id, b.from_on, b.to_on, s.opens_at, s.closes_at))
        from boards b
        join seasons s on s.id = b.season_id
        cross join (select min(first)::date - 2 as first, max(last)::date + 2 as last from reach) near
        -- Only a border near by can cut a day in two.
        where b.from_on between near.first and near.last or b.to_on between near.first and near.last
      ) as seasons,
      (
        select json_agg(json_build_array(
          x.id, x.source, x.external_id, x.kind, x.started_at, x.local_on, x.elapsed_s, x.moving_s, x.distance_m,
          x.detail, x.received_at, x.decision, x.status, x.reason, x.track_s, x.track_m, x.counted_s, x.counted_m,
          x.credit,
          (select encode(f.samples, 'base64') from private.fingerprints f where f.activity_id = x.id)
        ))
        from activities x
        where x.athlete_id = a.id and x.started_at between r.first and r.last
      ) as activities
    from reach r
    -- By the key, one by one: there are few requests, however many athletes.
    cross join lateral (
      select id, coalesce(counts_from, joined_at) as counts_from, time_zone from athletes where id = r.athlete_id offset 0
    ) a
  `
  const found: (LoadedSurroundings | undefined)[] = requests.map(() => undefined)
  for (const row of rows) {
    const { athleteId, change } = requests[row.nr - 1] as IngestRequest
    found[row.nr - 1] = {
      revision: row.revision,
      newestBoard: row.newest_board,
      around: {
        countsFrom: row.counts_from,
        timeZone: row.time_zone,
        from: row.first ?? new Date(0),
        to: row.last ?? new Date(0),
        activities: (row.activities ?? []).map(toNeighbor),
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
  return found
}

/** Nulls when the change adds nothing: then the stored records that it names determine the span to load. */
function spanOf({ change, reach }: IngestRequest): { from: string | null; to: string | null } {
  const starts = change.put.map((sent) => sent.startedAt.getTime() - firstReachMs)
  const ends = change.put.map((sent) => endOf(sent).getTime() + firstReachMs)
  if (reach) {
    starts.push(reach.from.getTime())
    ends.push(reach.to.getTime())
  }
  if (starts.length === 0) return { from: null, to: null }
  return { from: new Date(Math.min(...starts)).toISOString(), to: new Date(Math.max(...ends)).toISOString() }
}

async function wholeRows(db: Db, athleteId: number, names: readonly RecordName[]): Promise<KeptActivity[]> {
  const rows = await db.sql<{ row: ActivityRow; fingerprint: string | null }>`
    select to_jsonb(a) as row, encode(f.samples, 'base64') as fingerprint
    from activities a
    left join private.fingerprints f on f.activity_id = a.id
    where athlete_id = ${athleteId} and (source, external_id) in (
      select * from unnest(${names.map((n) => n.source)}::text[], ${names.map((n) => n.externalId)}::text[])
    )
  `
  return rows.map(({ row, fingerprint }) => fromRow(row, fingerprint))
}

interface AroundRow {
  nr: number
  counts_from: Date
  time_zone: string
  revision: string
  newest_board: number | null
  /** Null when the change names no stored record. */
  first: Date | null
  last: Date | null
  seasons: [number, string, string, string, string][] | null
  activities: NeighborRow[] | null
}
