import { type Cells, cellsOf } from "./cells.ts"
import type { KeptActivity, Neighbor, Plan } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

/** The data needed about an activity next to others, as read by `surroundings.ts`. */
export type NeighborRow = [
  id: number,
  source: string,
  externalId: string,
  kind: Neighbor["kind"],
  startedAt: string,
  localOn: string,
  elapsedS: number,
  movingS: number,
  distanceM: number,
  detail: number,
  receivedAt: string,
  decision: Neighbor["decision"],
  status: Neighbor["status"],
  reason: Neighbor["reason"],
  trackS: number | null,
  trackM: number | null,
  countedS: number | null,
  countedM: number | null,
  credit: string | null,
  ends: Neighbor["ends"],
  isRead: boolean,
  fingerprint: string | null,
]

export function toNeighbor(row: NeighborRow): Neighbor {
  const [id, source, externalId, kind, startedAt, localOn, ...measured] = row
  const [elapsedS, movingS, distanceM, detail, receivedAt, ...judged] = measured
  const [decision, status, reason, trackS, trackM, countedS, countedM, credit, ...sampled] = judged
  const [ends, isRead, fingerprint] = sampled
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
    trackS,
    trackM,
    countedS,
    countedM,
    credit,
    ends,
    isRead,
    samples: readSamples(fingerprint),
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
  told_offset_s: number | null
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
  track_s: number | null
  track_m: number | null
  counted_s: number | null
  counted_m: number | null
  twin_of: number | null
  credit: string | null
  ends: KeptActivity["ends"]
  climb_mph: number | null
  climb_bpm: number | null
  recorder_model: string | null
  recorder_key: string | null
}

/** The fingerprint is in a separate table. */
export function fromRow(row: ActivityRow, fingerprint: string | null): KeptActivity {
  return {
    id: row.id,
    source: row.source,
    externalId: row.external_id,
    kind: row.kind,
    sport: row.sport,
    name: row.name,
    startedAt: new Date(row.started_at),
    utcOffsetS: row.utc_offset_s,
    toldOffsetS: row.told_offset_s,
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
    trackS: row.track_s,
    trackM: row.track_m,
    countedS: row.counted_s,
    countedM: row.counted_m,
    twinOf: row.twin_of,
    credit: row.credit,
    ends: row.ends,
    climbMph: row.climb_mph,
    climbBpm: row.climb_bpm,
    recorderModel: row.recorder_model,
    recorderKey: row.recorder_key,
    fingerprint,
    samples: readSamples(fingerprint),
  }
}

export function toRow(a: KeptActivity): Omit<ActivityRow, "id"> {
  return {
    source: a.source,
    external_id: a.externalId,
    kind: a.kind,
    sport: a.sport,
    name: a.name,
    started_at: a.startedAt.toISOString(),
    utc_offset_s: a.utcOffsetS,
    told_offset_s: a.toldOffsetS,
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
    track_s: a.trackS,
    track_m: a.trackM,
    counted_s: a.countedS,
    counted_m: a.countedM,
    twin_of: a.twinOf,
    credit: a.credit,
    ends: a.ends,
    climb_mph: a.climbMph,
    climb_bpm: a.climbBpm,
    recorder_model: a.recorderModel,
    recorder_key: a.recorderKey,
  }
}

/** A row of `private.fingerprints` as JSON, by the name of its activity; `known` are cells by fingerprint. */
export function toPrintRow(a: KeptActivity, known: ReadonlyMap<string, Cells>): Record<string, unknown> {
  const cells = a.samples && (known.get(a.fingerprint ?? "") ?? cellsOf(a.samples))
  return {
    source: a.source,
    external_id: a.externalId,
    place: cells?.place,
    place_sketch: textOf(cells?.placeSketch),
    keys: cells?.keys,
    span_s: cells?.spanS,
    samples: a.fingerprint,
  }
}

/** A sketch has more digits than a JSON number can hold. */
function textOf(sketch: bigint | null | undefined): string | null {
  return sketch == null ? null : String(sketch)
}

/** A row of `athlete_days` as JSON. */
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
    credits: day.credits,
  }
}
