import type { ActivityKind } from "#content/activity-kinds.ts"
import { evidenceRule } from "#content/evidence-rule.ts"
import { services } from "#content/services.ts"
import type { Db } from "#ports/db.ts"
import type { Samples } from "#primitives/samples.ts"
import { type Evidence, type EvidenceFacts, evidenceOf } from "./evidence.ts"
import { readSamples } from "./same-recording.ts"

/**
 * The evidence of activities by id, computed from stored data when needed, so that storing an activity costs nothing
 * more.
 */
export async function readEvidence({ sql }: Db, ids: readonly number[]): Promise<Map<number, Evidence>> {
  const { promptHours, uploadMinutes, newDays, past, continues, recordersDays } = evidenceRule
  const rows = await sql<FactsRow>`
    select x.id::float8 as id, x.source, x.recorder_model, x.track_s, x.moving_s,
      x.twin_of is not null as shared, x.virtual, x.kind, x.distance_m, x.elevation_m,
      extract(epoch from x.received_at - x.started_at)::float8 - x.elapsed_s as after_s,
      x.received_at < a.joined_at + make_interval(days => ${newDays}) as is_new,
      encode(f.samples, 'base64') as samples,
      case when x.recorder_key is not null then (
        select count(distinct o.local_on)::integer from activities o
        where o.athlete_id = x.athlete_id and o.recorder_key = x.recorder_key and o.local_on <> x.local_on
          and o.received_at < x.received_at - make_interval(mins => ${uploadMinutes})
      ) end as recorder_days,
      x.source = 'file' and x.recorder_key is null and (
        select count(distinct o.local_on) from activities o
        where o.athlete_id = x.athlete_id and o.recorder_key is not null and o.status = 'counted'
          and o.received_at < x.received_at
      ) >= ${recordersDays}::integer as off_device,
      (
        select count(distinct o.local_on)::integer from activities o
        where o.athlete_id = x.athlete_id and o.source = x.source
          and o.received_at between x.received_at - make_interval(mins => ${uploadMinutes})
            and x.received_at + make_interval(mins => ${uploadMinutes})
          and o.started_at + make_interval(secs => o.elapsed_s, hours => ${promptHours}) < o.received_at
      ) as old_days,
      (
        select encode(g.samples, 'base64') from activities o left join private.fingerprints g on g.activity_id = o.id
        where o.athlete_id = x.athlete_id and o.started_at < x.started_at
          and o.started_at > x.started_at - make_interval(days => ${continues.days})
        order by o.started_at desc limit 1
      ) as last,
      array(
        select encode(g.samples, 'base64') from activities o join private.fingerprints g on g.activity_id = o.id
        where o.athlete_id = x.athlete_id and o.kind = x.kind and o.status = 'counted' and o.started_at < x.started_at
        order by o.started_at > x.started_at - make_interval(days => ${past.asideDays}), o.started_at desc
        limit ${past.most}
      ) as past
    from activities x
    join athletes a on a.id = x.athlete_id
    left join private.fingerprints f on f.activity_id = x.id
    where x.id = any(${ids}::bigint[])
  `
  return new Map(rows.map((row) => [row.id, evidenceOf(factsOf(row))]))
}

/** The evidence for the member's own activity, in words; null if it is not theirs. */
export async function readOwnEvidence(
  db: Db,
  { userId, activityId }: { userId: string; activityId: number },
): Promise<string[] | null> {
  const [own] = await db.sql`
    select from activities x join athletes a on a.id = x.athlete_id where x.id = ${activityId} and a.user_id = ${userId}
  `
  return own ? ((await readEvidence(db, [activityId])).get(activityId)?.says ?? null) : null
}

interface FactsRow {
  id: number
  source: string
  recorder_model: string | null
  track_s: number | null
  moving_s: number
  shared: boolean
  virtual: boolean
  kind: ActivityKind
  distance_m: number
  elevation_m: number | null
  off_device: boolean
  after_s: number
  is_new: boolean
  samples: string | null
  recorder_days: number | null
  old_days: number
  last: string | null
  past: string[]
}

function factsOf(row: FactsRow): EvidenceFacts {
  const samples = readSamples(row.samples)
  const past = row.past.map(readSamples)
  const isOld = row.after_s > evidenceRule.promptHours * 3600
  return {
    service: row.source in services ? services[row.source as keyof typeof services].title : null,
    minutesAfterEnd: row.after_s / 60,
    recorder: row.recorder_model,
    recorderDays: row.recorder_days,
    trackShare: row.track_s === null || row.moving_s === 0 ? null : row.track_s / row.moving_s,
    hasSamples: samples !== null,
    heart: heartOf(samples),
    kmFromLast: kmBetween(readSamples(row.last), samples),
    beatsOfUsual: beatsOfUsual(samples, past),
    climbsPerKm: row.distance_m > 0 ? ((row.elevation_m ?? 0) / row.distance_m) * 1000 : 0,
    isRestful: isRestful(row, samples),
    usuallyHeart: past.length >= evidenceRule.past.least && past.every((one) => heartOf(one) !== "none"),
    isOffDevice: row.off_device,
    isVirtual: row.virtual,
    isShared: row.shared,
    // The upload of many old days by a new account is judged as a whole, including the activities recorded today.
    oldDaysTogether: isOld || row.is_new ? row.old_days : 0,
    isNewAccount: row.is_new,
  }
}

function isRestful({ kind, distance_m, moving_s }: FactsRow, samples: Samples | null): boolean {
  const { bpm, kmh } = evidenceRule.restful
  const least = kmh[kind]
  if (least === undefined || heartOf(samples) === "none" || distance_m * 3.6 < least * moving_s) return false
  return meanOf(known(samples?.heart ?? [])) < bpm
}

const known = (values: readonly number[]) => values.filter((one) => !Number.isNaN(one))
const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

function heartOf(samples: Samples | null): EvidenceFacts["heart"] {
  const beats = known(samples?.heart ?? [])
  if (beats.length * 2 < (samples?.heart.length ?? 1)) return "none"
  const { least, most, deviation, values } = evidenceRule.heart
  const mean = meanOf(beats)
  const spread = Math.sqrt(meanOf(beats.map((one) => (one - mean) ** 2)))
  const isHuman = mean >= least && mean <= most && spread >= deviation && new Set(beats).size >= values
  return isHuman ? "human" : "odd"
}

function kmBetween(before: Samples | null, after: Samples | null): number | null {
  const from = before && placeAt(before, "end")
  const to = after && placeAt(after, "start")
  if (!from || !to) return null
  const radians = Math.PI / 180
  const middle = ((from.lat + to.lat) / 2) * radians
  const east = (from.lon - to.lon) * Math.cos(middle)
  return Math.hypot(from.lat - to.lat, east) * 111.195
}

function placeAt({ lat, lon }: Samples, where: "start" | "end"): { lat: number; lon: number } | null {
  const isKnown = (one: number) => !Number.isNaN(one)
  const at = where === "start" ? lat.findIndex(isKnown) : lat.findLastIndex(isKnown)
  return at < 0 ? null : { lat: lat[at] as number, lon: lon[at] as number }
}

function beatsOfUsual(samples: Samples | null, past: readonly (Samples | null)[]): number | null {
  const own = beatsPerMeter(samples)
  const before = past.flatMap((one) => beatsPerMeter(one) ?? []).sort((a, b) => a - b)
  if (own === null || before.length < evidenceRule.past.least) return null
  return own / (before[Math.floor(before.length / 2)] as number)
}

/** Covers the slots in which the athlete moves; null without heart rates or movement. */
function beatsPerMeter(samples: Samples | null): number | null {
  let [beats, meters] = [0, 0]
  for (const [slot, heart] of (samples?.heart ?? []).entries()) {
    const speed = samples?.speed[slot] as number
    if (!(heart > 0 && speed > 0.3)) continue
    beats += heart / 60
    meters += speed
  }
  return meters > 0 ? beats / meters : null
}
