import type { Db } from "#ports/db.ts"
import { endOf } from "./activity.ts"
import { lengthsOfCopies } from "./cells.ts"
import { type Change, type KeptActivity, marginMs, type RecordName, type Surroundings } from "./plan.ts"
import { type ActivityRow, fromRow, type NeighborRow, toNeighbor } from "./rows.ts"
import { readSamples } from "./same-recording.ts"

/** A change of one athlete's activities, and how wide and complete the surroundings must be, if known. */
export interface IngestRequest {
  athleteId: number
  change: Change
  reach?: { from: Date; to: Date }
  withAllSamples?: boolean
}

export interface LoadedSurroundings {
  around: Surroundings
  /** Revision of the athlete's records; 0 before the first. */
  revision: string
  /** The newest board, null if there is none: a season opened in between changes the score of a day. */
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
  const lengths = requests.map(lengthsOf)
  const names = requests.flatMap(({ change }, i) =>
    [...change.put, ...change.remove, ...(change.decide ?? [])].map((name) => ({ ...name, nr: i + 1 })),
  )
  const rows = await sql<AroundRow>`
    with request as (
      select nr, athlete_id, first, last, busy_first, busy_last, least, most, with_all
      -- Arrays behind a select say nothing of their length to the planner, which then plans once and not every time.
      from unnest(
        (select ${requests.map(({ athleteId }) => athleteId)}::bigint[]),
        (select ${spans.map(({ from }) => from)}::timestamptz[]),
        (select ${spans.map(({ to }) => to)}::timestamptz[]),
        (select ${spans.map(({ busyFrom }) => busyFrom)}::timestamptz[]),
        (select ${spans.map(({ busyTo }) => busyTo)}::timestamptz[]),
        (select ${lengths.map(({ least }) => least)}::integer[]), (select ${lengths.map(({ most }) => most)}::integer[]),
        (select ${`{${requests.map(needsAllSamples)}}`}::text::boolean[])
      ) with ordinality as r (athlete_id, first, last, busy_first, busy_last, least, most, with_all, nr)
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
        greatest(r.last, k.last + interval '56 hours') as last, r.busy_first, r.busy_last, r.least, r.most,
        r.with_all or k.first is not null as with_all
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
          x.credit, x.ends, near.is_near,
          case when near.is_near or r.least is not null then (
            select encode(f.samples, 'base64') from private.fingerprints f
            where f.activity_id = x.id and (near.is_near or f.span_s between r.least and r.most)
          ) end
        ))
        from activities x
        -- Of the others only what is about as long can be a copy.
        cross join lateral (
          select r.with_all or (
            x.started_at < r.busy_last and x.started_at + make_interval(secs => x.elapsed_s) > r.busy_first
          ) as is_near
        ) near
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

/** A removal or a decision may concern any of them. */
function needsAllSamples({ change, withAllSamples = false }: IngestRequest): boolean {
  return withAllSamples || change.remove.length > 0 || (change.decide ?? []).length > 0
}

/** The minimum and maximum length, in seconds, of a copy of any of the new recordings; nulls when none has samples. */
function lengthsOf({ change }: IngestRequest): { least: number | null; most: number | null } {
  const ranges = change.put.flatMap(({ fingerprint }) => {
    const samples = readSamples(fingerprint)
    return samples ? [lengthsOfCopies(samples)] : []
  })
  if (ranges.length === 0) return { least: null, most: null }
  return {
    least: Math.min(...ranges.map(({ least }) => least)),
    most: Math.max(...ranges.map(({ most }) => most)),
  }
}

/** Nulls when the change adds nothing: then the stored records that it names determine the span to load. */
function spanOf({
  change,
  reach,
}: IngestRequest): Record<"from" | "to" | "busyFrom" | "busyTo", string | null> {
  const busyStarts = change.put.map((sent) => sent.startedAt.getTime())
  const busyEnds = change.put.map((sent) => endOf(sent).getTime())
  const starts = busyStarts.map((start) => start - firstReachMs)
  const ends = busyEnds.map((end) => end + firstReachMs)
  if (reach) {
    starts.push(reach.from.getTime())
    ends.push(reach.to.getTime())
  }
  const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)
  return {
    from: text(Math.min(...starts)),
    to: text(Math.max(...ends)),
    busyFrom: text(Math.min(...busyStarts)),
    busyTo: text(Math.max(...busyEnds)),
  }
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
