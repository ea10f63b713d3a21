import { reviewSigns } from "#content/review-signs.ts"
import type { Db } from "#ports/db.ts"
import { type Ends, endPositions, metersBetween } from "./places.ts"
import { readSamples, sameRecording } from "./same-recording.ts"
import { type SignFacts, signsOf } from "./signs.ts"
import { type Shared, sharedBetween } from "./windows.ts"

interface FactsRow {
  id: number
  kind: string
  moving_s: number
  distance_m: number
  indoor: boolean
  same_file_as: string | null
  same_recording_as: string | null
  same_device: boolean
  started_at: Date
  fingerprint: string | null
  twin_started_at: Date | null
  twin_fingerprint: string | null
  track_s: number | null
  track_m: number | null
  ends: Ends | null
  around: { id: number; ends: Ends }[] | null
  beside_id: number | null
  midnight_id: number | null
  day_points: number
  day_m: number
  untraced_s: number
  upload_activities: number
  upload_days: number
  upload_round: number
  days_after_joining: number
  days: number
  best_points: number
  best_m: number
}

/** The one whose track begins farthest away, of those that count around it. */
function farthest({ ends, around }: FactsRow): SignFacts["farFrom"] {
  const from = ends && endPositions(ends)[0]
  if (!from || !around) return null
  const all = around.map((one) => ({ id: one.id, meters: metersBetween(from, endPositions(one.ends)[0]) }))
  return all.sort((a, b) => b.meters - a.meters)[0] ?? null
}

/** The signs of activities by id; activities without signs are omitted. */
export async function readSigns(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const before = reviewSigns.jump.weeks * 7
  const { roundSeconds, roundMeters } = reviewSigns.oneUpload
  const rows = await db.sql<FactsRow>`
    select
      x.id::float8 as id, x.kind, x.moving_s, x.distance_m, x.indoor, x.track_s, x.track_m,
      (
        select a.slug from recording_files f join athletes a on a.id = f.athlete_id
        where x.source = 'file' and f.content_id = split_part(x.external_id, '#', 1) and f.athlete_id <> x.athlete_id
        order by f.stored_at limit 1
      ) as same_file_as,
      case when x.twin_of is not null then
        coalesce(
          (
            select format('activity %s of %s', o.id, a.slug)
            from activities o join athletes a on a.id = o.athlete_id where o.id = x.twin_of
          ),
          -- Both came in one step, or the first was removed since.
          'an activity that came in before'
        )
      end as same_recording_as,
      coalesce(twin.recorder_key = x.recorder_key and twin.athlete_id <> x.athlete_id, false) as same_device, x.ends,
      case when x.reason = 'elsewhere' then (
        select json_agg(json_build_object('id', o.id, 'ends', o.ends)) from activities o
        where o.athlete_id = x.athlete_id and o.id <> x.id and o.status = 'counted' and o.ends is not null
          and o.started_at between x.started_at - interval '48 hours' and x.started_at + interval '48 hours'
      ) end as around,
      (
        select o.id::float8 from activities o
        where o.athlete_id = x.athlete_id and o.status = 'counted' and o.kind <> x.kind
          and o.kind <> 'other' and x.kind <> 'other' and (o.ends is null) <> (x.ends is null)
          and split_part(o.external_id, '#', 1) <> split_part(x.external_id, '#', 1)
          -- Longer than two days is nothing that counts.
          and o.started_at between x.started_at - interval '48 hours' and x.started_at + interval '48 hours'
          and least(o.started_at + make_interval(secs => o.elapsed_s), x.started_at + make_interval(secs => x.elapsed_s))
            - greatest(o.started_at, x.started_at) >= make_interval(mins => ${reviewSigns.besideMinutes})
        order by o.id limit 1
      ) as beside_id,
      (
        select o.id::float8 from activities o
        where o.athlete_id = x.athlete_id and o.status = 'counted' and o.kind = x.kind and abs(o.local_on - x.local_on) = 1
          and o.started_at between x.started_at - interval '48 hours' and x.started_at + interval '48 hours'
          and greatest(o.started_at, x.started_at) - case when o.started_at < x.started_at
            then o.started_at + make_interval(secs => o.elapsed_s) else x.started_at + make_interval(secs => x.elapsed_s) end
            <= make_interval(mins => ${reviewSigns.acrossMidnightMinutes})
        order by o.id limit 1
      ) as midnight_id,
      x.started_at, twin.started_at as twin_started_at,
      (select encode(f.samples, 'base64') from private.fingerprints f where f.activity_id = twin.id) as twin_fingerprint,
      case when twin.id is not null then (
        select encode(f.samples, 'base64') from private.fingerprints f where f.activity_id = x.id
      ) end as fingerprint,
      coalesce((
        select d.points from athlete_days d where d.athlete_id = x.athlete_id and d.local_on = x.local_on
      ), 0)::integer as day_points,
      coalesce((
        select sum(o.distance_m) from activities o
        where o.athlete_id = x.athlete_id and o.local_on = x.local_on and o.kind = x.kind
          and (o.status = 'counted' or o.id = x.id)
      ), 0)::float8 as day_m,
      past.days, past.best_points, coalesce(best.m, 0)::float8 as best_m, coalesce(untraced.day_s, 0)::float8 as untraced_s,
      untraced.activities as upload_activities, untraced.days as upload_days, untraced.round as upload_round,
      greatest(0, floor(extract(epoch from x.received_at - (select joined_at from athletes where id = x.athlete_id)) / 86400))::integer
        as days_after_joining
    from activities x
    left join activities twin on twin.id = x.twin_of
    cross join lateral (
      select
        sum(o.moving_s) filter (where o.local_on = x.local_on and (o.status = 'counted' or o.id = x.id)) as day_s,
        count(*) filter (where o.at_once)::integer as activities,
        count(distinct o.local_on) filter (where o.at_once)::integer as days,
        count(*) filter (
          where o.at_once and o.moving_s % ${roundSeconds}::integer = 0 and o.distance_m % ${roundMeters}::integer = 0
        )::integer as round
      from (
        select o.*, x.source = 'file' and o.source = 'file' and o.status <> 'excluded'
          and o.received_at between x.received_at - interval '1 hour' and x.received_at + interval '1 hour' as at_once
        from activities o
        where o.athlete_id = x.athlete_id and o.track_s < o.moving_s * 0.5
          -- What counts is at most two weeks older than its upload.
          and o.started_at between x.started_at - interval '16 days' and x.started_at + interval '16 days'
          and not exists (select from private.fingerprints f where f.activity_id = o.id)
          and x.track_s < x.moving_s * 0.5
          and not exists (select from private.fingerprints f where f.activity_id = x.id)
      ) o
    ) untraced
    cross join lateral (
      select count(*)::integer as days, coalesce(max(d.points), 0)::integer as best_points
      from athlete_days d
      where d.athlete_id = x.athlete_id and d.points > 0 and d.local_on between x.local_on - ${before}::integer and x.local_on - 1
    ) past
    cross join lateral (
      select max(m) as m from (
        select sum(o.distance_m) as m from activities o
        where o.athlete_id = x.athlete_id and o.kind = x.kind and o.status = 'counted'
          and o.local_on between x.local_on - ${before}::integer and x.local_on - 1
          and o.started_at between x.started_at - make_interval(days => ${before + 2}) and x.started_at
        group by o.local_on
      ) days
    ) best
    where x.id = any(${ids}::bigint[])
  `
  const all = rows.map((row): [number, string[]] => [
    row.id,
    signsOf({
      kind: row.kind,
      movingS: row.moving_s,
      distanceM: row.distance_m,
      indoor: row.indoor,
      trackS: row.track_s,
      trackM: row.track_m,
      sameFileAs: row.same_file_as,
      sameRecordingAs: row.same_recording_as,
      isOneDevice: row.same_device,
      shared: sharedIn(row),
      farFrom: farthest(row),
      beside: row.beside_id,
      acrossMidnight: row.midnight_id,
      day: { points: row.day_points, distanceM: row.day_m, untracedS: row.untraced_s },
      upload: {
        activities: row.upload_activities,
        days: row.upload_days,
        round: row.upload_round,
        daysAfterJoining: row.days_after_joining,
      },
      before: { days: row.days, points: row.best_points, distanceM: row.best_m },
    }),
  ])
  return new Map(all.filter(([, signs]) => signs.length > 0))
}

function sharedIn(row: FactsRow): Shared | null {
  if (row.twin_started_at === null) return null
  const twin = { startedAt: row.twin_started_at, samples: readSamples(row.twin_fingerprint) }
  const own = { startedAt: row.started_at, samples: readSamples(row.fingerprint) }
  return sameRecording(own, twin) ? null : sharedBetween(twin, own)
}
