import { type ActivityKind, sportNames } from "#content/activity-kinds.ts"
import { competition } from "#content/competitions.ts"
import { type Limits, limits, piecesRule, topSpeedKmh, trackRule } from "#content/fair-play.ts"
import type { ReasonCode } from "#content/reasons.ts"
import { serviceNames } from "#content/services.ts"
import type { Samples } from "#primitives/samples.ts"
import { dayAt } from "#primitives/zones.ts"
import type { Ends } from "./places.ts"
import { runRecordSeconds } from "./run-record.ts"
import { isTooEven, isUnlikeItsKind } from "./unlike.ts"

export const sources = ["file", "demo", ...serviceNames] as const
export type SourceName = (typeof sources)[number]

/** One workout as reported by a source, in whole seconds and whole meters. */
export interface SentActivity {
  source: SourceName
  /** Unique per athlete and source; stable when the same workout is sent again. */
  externalId: string
  kind: ActivityKind
  /** The source's own name for it: "trail_running". */
  sport: string
  name: string | null
  startedAt: Date
  /** The UTC offset of the athlete's device in seconds; null means the athlete's own time zone. */
  utcOffsetS: number | null
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  /** Speed of the fastest five minutes of the track. */
  fiveMinutesKmh: number | null
  /** A top speed measured by the source. Not derived from single track points, which jump. */
  topKmh: number | null
  manual: boolean
  flagged: boolean
  indoor: boolean
  virtual: boolean
  /** Public at its source; a file always is. */
  public: boolean
  /** Level of detail: track points, heart rate, a device's own totals. Of two records of one workout the richer one stays. */
  detail: number
  /** Seconds covered by positions, and meters between them; null when the source does not report them. */
  trackS: number | null
  trackM: number | null
  /** The fastest quarter of an hour uphill in meters an hour, and the mean heart rate meanwhile; null when not measured. */
  climbMph: number | null
  climbBpm: number | null
  /** The base64 fingerprint of its samples (primitives/samples.ts); null without one. */
  fingerprint: string | null
  /** The attribution that its source's terms require beside it; null if none. */
  credit: string | null
  /** The device that recorded it; null if the source does not report it. */
  recorderModel: string | null
  /** The same for all activities of one recorder, and only for them; null without a serial number. */
  recorderKey: string | null
}

/** Additional stored data. */
export interface StoredActivity extends SentActivity {
  utcOffsetS: number
  /** The offset that its source reported, when it fits neither the place nor the account (zone.ts); null otherwise. */
  toldOffsetS: number | null
  /** Null without a track, indoors and in virtual worlds. */
  ends: Ends | null
  receivedAt: Date
  /** An operator's decision, which overrides the rules. */
  decision: "count" | "decline" | null
  /**
   * The id of an earlier activity with the same recording: another athlete's, or the athlete's own on a distant date.
   * `comesWithIt` stands for one in the same batch.
   */
  twinOf: number | null
}

/** See `twinOf`. */
export const comesWithIt = 0

type Status = "counted" | "review" | "excluded"
export interface Verdict {
  status: Status
  reason: ReasonCode
}

/** Maps a source's sport names to a kind; the more specific name comes first. Unknown names are "other". */
export function kindOf(...names: readonly (string | number | null | undefined)[]): ActivityKind {
  for (const name of names) {
    const kind =
      sportNames[
        String(name ?? "")
          .toLowerCase()
          .replace(/[^a-z0-9]/g, "")
      ]
    if (kind) return kind
  }
  return "other"
}

/** The day that it counts for: the athlete's local date at its start. */
export function localDay(activity: { startedAt: Date; utcOffsetS: number }): string {
  return dayAt(activity.startedAt, activity.utcOffsetS)
}

export function endOf(activity: { startedAt: Date; elapsedS: number }): Date {
  return new Date(activity.startedAt.getTime() + activity.elapsedS * 1000)
}

/** Whether it counts. The first matching rule decides; impossible values are checked before unusual ones. */
export function assess(
  activity: StoredActivity & { samples?: Samples | null },
  athlete: { countsFrom: Date },
): Verdict {
  if (activity.kind === "transition") return excluded("transition")
  if (activity.decision === "decline") return excluded("declined")
  const out = outsideTheRules(activity, athlete)
  if (out) return excluded(out)
  if (activity.decision === "count") return { status: "counted", reason: "cleared" }
  // The distance beyond the track does not count, so it is not judged either.
  const borne = { ...activity, ...effortOf(activity) }
  const impossible = impossibility(borne, limits[activity.kind])
  if (impossible) return excluded(impossible)
  const odd = oddity(borne, limits[activity.kind])
  if (odd) return { status: "review", reason: odd }
  return { status: "counted", reason: "counted" }
}

function excluded(reason: ReasonCode): Verdict {
  return { status: "excluded", reason }
}

function outsideTheRules(a: StoredActivity, athlete: { countsFrom: Date }): ReasonCode | undefined {
  if (a.manual) return "manual"
  if (a.flagged) return "flagged"
  if (!a.public) return "not-public"
  if (a.kind === "ebike" && !competition.countEbike) return "ebike"
  if (a.virtual && !competition.countVirtual) return "virtual"
  if (a.indoor && !competition.countIndoor) return "indoor"
  const latest = a.receivedAt.getTime() + competition.futureToleranceMinutes * 60_000
  if (a.startedAt.getTime() > latest) return "in-future"
  if (endOf(a).getTime() > latest) return "not-over"
  if (a.startedAt < athlete.countsFrom) return "before-joining"
  if (a.receivedAt.getTime() > endOf(a).getTime() + competition.lateDays * 86_400_000) return "too-late"
  if (a.movingS === 0) return "no-time"
  return undefined
}

/**
 * Meters that can count, considering this activity alone. If positions cover at least 90 % of the moving time, the
 * distance may exceed by 5 % the distance at the track's speed in that time; beyond that, only the latter counts. If
 * they cover at least half of it, the rest may have been twice as fast. The moving time always counts: minutes without
 * positions, at a cold start, under trees or in a tunnel, are minutes of training. Pools and treadmills have no such
 * track, so their totals count.
 */
export function effortOf(a: {
  movingS: number
  distanceM: number
  trackS: number | null
  trackM: number | null
}): { distanceM: number } {
  const { movingS, distanceM, trackS, trackM } = a
  // Sources report both or neither.
  if (trackM === null || !trackS || isWithoutTrack(a)) return { distanceM }
  const shown = trackM * Math.max(1, movingS / trackS)
  const isCovered = trackS >= movingS * trackRule.coverage
  const most = isCovered ? shown : trackM + ((trackM * (movingS - trackS)) / trackS) * trackRule.uncovered
  return { distanceM: distanceM > most * trackRule.agreement ? Math.round(shown) : distanceM }
}

/**
 * Whether its moving time is a sum of short runs with rests between them, such as sprints with automatic pauses. No record of a
 * single run bounds such a sum.
 */
function isInPieces({ kind, movingS, elapsedS, distanceM }: StoredActivity): boolean {
  const rests = elapsedS - movingS >= movingS * piecesRule.restShare
  return kind === "run" && rests && distanceM <= piecesRule.mostMeters
}

function impossibility(a: StoredActivity, limit: Limits): ReasonCode | undefined {
  if (a.movingS > a.elapsedS + 2) return "moving-beyond-elapsed"
  // A pool or gym session of two days is a device that was not stopped.
  if (a.elapsedS > limit.maxHours * 3600) return "too-long"
  if (a.distanceM > limit.maxKm * 1000) return "too-far"
  const isRecord = a.movingS < runRecordSeconds(a.distanceM) * 0.98
  if (a.kind === "run" && a.distanceM >= 400 && isRecord && !isInPieces(a)) return "too-fast"
  if (speedKmh(a) > limit.impossibleKmh && a.distanceM >= 100) return "too-fast"
  if ((a.fiveMinutesKmh ?? 0) > limit.fiveMinutesKmh.impossible) return "too-fast"
  if (a.kind !== "ski" && (a.topKmh ?? 0) > topSpeedKmh) return "too-fast"
  return undefined
}

function oddity(a: StoredActivity & { samples?: Samples | null }, limit: Limits): ReasonCode | undefined {
  if (a.twinOf !== null) return "same-recording"
  const fast = a.kind === "other" ? "untyped-fast" : "unusually-fast"
  if (a.movingS > (limit.unusualHours ?? Number.POSITIVE_INFINITY) * 3600) return "unusually-long"
  if ((a.fiveMinutesKmh ?? 0) > limit.fiveMinutesKmh.unusual) return fast
  const traceless = isBigWithoutTrace(a, limit) ? "no-trace" : undefined
  if (a.distanceM === 0)
    return limit.needsDistance && !a.indoor && a.movingS > 1800 ? "no-distance" : traceless
  const kmh = speedKmh(a)
  // A track shows the speed of each section, rests included.
  const isShown = isInPieces(a) && a.fiveMinutesKmh !== null && !isWithoutTrack(a)
  if (kmh > limit.unusualKmh && a.distanceM >= 400 && !isShown) return fast
  if (!a.indoor && kmh < (limit.slowestKmh ?? 0) && a.movingS > 1200) return "unusually-slow"
  if (isTooEven(a)) return "too-even"
  if (isUnlikeItsKind(a)) return "unlike-its-kind"
  if (isWithoutTrack(a) && isWorldClass(a, limit)) return "no-track"
  const isFastForAnHour = a.movingS >= 3600 && kmh > (limit.hourKmh ?? Number.POSITIVE_INFINITY)
  return traceless ?? (isFastForAnHour ? fast : undefined)
}

/** Positions cover less than half of it. If unknown, as for a service that does not share tracks, a track is assumed. */
export function isWithoutTrack({ trackS, movingS }: { trackS: number | null; movingS: number }): boolean {
  return trackS !== null && trackS < movingS * trackRule.missing
}

/** No track or samples of any kind support it, and it is more than almost anybody does in one session. */
function isBigWithoutTrace(a: StoredActivity, { withoutTrace, worldClass, onTheSpot }: Limits): boolean {
  if (a.fingerprint !== null || !(isWithoutTrack(a) || onTheSpot)) return false
  const { hours, km, kmh = worldClass.kmh } = withoutTrace ?? worldClass
  const { recordShare, km: fromKm } = trackRule.withoutTrace
  const isFast =
    a.kind === "run" &&
    a.distanceM >= fromKm * 1000 &&
    a.movingS < runRecordSeconds(a.distanceM) / recordShare
  return (
    isFast || a.movingS > hours * 3600 || a.distanceM > km * 1000 || (a.movingS >= 3600 && speedKmh(a) > kmh)
  )
}

function isWorldClass(a: StoredActivity, { worldClass }: Limits): boolean {
  const isFar = a.distanceM >= 1000
  const isFast = a.movingS < runRecordSeconds(a.distanceM) / trackRule.recordShare
  const nearRecord = a.kind === "run" && isFar && isFast
  return (
    nearRecord ||
    a.movingS > worldClass.hours * 3600 ||
    a.distanceM > worldClass.km * 1000 ||
    (a.movingS >= 1800 && speedKmh(a) > worldClass.kmh)
  )
}

/** The caller has already refused activities without moving time. */
function speedKmh(a: { distanceM: number; movingS: number }): number {
  return (a.distanceM / a.movingS) * 3.6
}
