import { type ActivityKind, sportNames } from "#content/activity-kinds.ts"
import {
  competition,
  type Limits,
  limits,
  type ReasonCode,
  runRecords,
  topSpeedKmh,
  trackRule,
} from "#content/competitions.ts"
import { serviceNames } from "#content/services.ts"
import { dayAt, offsetSeconds } from "#primitives/zones.ts"

export const sources = ["file", "demo", ...serviceNames] as const
export type SourceName = (typeof sources)[number]

/** One workout as a source tells it, in whole seconds and whole metres. */
export interface SentActivity {
  source: SourceName
  /** Unique within the athlete and the source; the same workout sent again has the same one. */
  externalId: string
  kind: ActivityKind
  /** The source's own word for it: "trail_running". */
  sport: string
  name: string | null
  startedAt: Date
  /** Seconds ahead of UTC of the clock on the athlete's wrist; null takes the athlete's own time zone. */
  utcOffsetS: number | null
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  /** Speed of the fastest five minutes of the track. */
  fiveMinutesKmh: number | null
  /** A top speed measured by the source. Not taken from single track points, which jump. */
  topKmh: number | null
  manual: boolean
  flagged: boolean
  indoor: boolean
  virtual: boolean
  /** Public at its source; a file always is. */
  public: boolean
  /** How much the record knows: track points, heart rate, a device's own totals. The richer of two records of one workout stays. */
  detail: number
  /** Seconds that positions cover, and meters from one to the next; null when the source does not tell. */
  trackS: number | null
  trackM: number | null
  /** The fingerprint of its samples (primitives/samples.ts), base64; null without one. */
  fingerprint: string | null
}

/** What is kept of it besides. */
export interface StoredActivity extends SentActivity {
  utcOffsetS: number
  receivedAt: Date
  /** An operator's word, which stands above the rules. */
  decision: "count" | "decline" | null
  /**
   * An earlier activity, by its id, that shows the same recording: somebody else's, or one of the athlete's own far away on
   * the calendar. `comesWithIt` stands for one that came in the same step.
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

/** The kind that a source's own sport names mean; the more exact name first. Unknown names are "other". */
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

/** The athlete's local day, which it counts for: the day on their calendar when it started. */
export function localDay(activity: { startedAt: Date; utcOffsetS: number }): string {
  return dayAt(activity.startedAt, activity.utcOffsetS)
}

export function endOf(activity: { startedAt: Date; elapsedS: number }): Date {
  return new Date(activity.startedAt.getTime() + activity.elapsedS * 1000)
}

/** The clock of the athlete's zone, where the source did not say what the wrist showed. */
export function settleOffset(sent: SentActivity, timeZone: string): number {
  return sent.utcOffsetS ?? offsetSeconds(sent.startedAt, timeZone)
}

/** Does it count? The first rule that speaks decides; what no body can do comes before what only looks unusual. */
export function assess(activity: StoredActivity, athlete: { countsFrom: Date }): Verdict {
  if (activity.kind === "transition") return excluded("transition")
  if (activity.decision === "decline") return excluded("declined")
  const out = outsideTheRules(activity, athlete)
  if (out) return excluded(out)
  if (activity.decision === "count") return { status: "counted", reason: "cleared" }
  // What the track does not bear out does not count, so it is not judged either.
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
 * Moving seconds and meters that an activity can count for by itself. Where positions cover at least nine tenths of the
 * moving time, a total that is more than 5 % above what they show gives way to it. Pools, tunnels and treadmills have no
 * such track, and their totals stand.
 */
export function effortOf(a: {
  movingS: number
  distanceM: number
  trackS: number | null
  trackM: number | null
}): { movingS: number; distanceM: number } {
  const { movingS, distanceM, trackS, trackM } = a
  if (trackS === null || trackM === null || trackS < movingS * trackRule.coverage)
    return { movingS, distanceM }
  const borne = (told: number, shown: number) => (told > shown * trackRule.agreement ? shown : told)
  return { movingS: borne(movingS, trackS), distanceM: borne(distanceM, trackM) }
}

function impossibility(a: StoredActivity, limit: Limits): ReasonCode | undefined {
  if (a.movingS > a.elapsedS + 2) return "moving-beyond-elapsed"
  // A pool or gym session left running for two days is a device that was forgotten.
  if (a.elapsedS > limit.maxHours * 3600) return "too-long"
  if (a.distanceM > limit.maxKm * 1000) return "too-far"
  if (a.kind === "run" && a.distanceM >= 400 && a.movingS < runRecordSeconds(a.distanceM) * 0.98)
    return "too-fast"
  if (speedKmh(a) > limit.impossibleKmh && a.distanceM >= 100) return "too-fast"
  if ((a.fiveMinutesKmh ?? 0) > limit.fiveMinutesKmh.impossible) return "too-fast"
  if (a.kind !== "ski" && (a.topKmh ?? 0) > topSpeedKmh) return "too-fast"
  return undefined
}

function oddity(a: StoredActivity, limit: Limits): ReasonCode | undefined {
  if (a.twinOf !== null) return "same-recording"
  const fast = a.kind === "other" ? "untyped-fast" : "unusually-fast"
  if (a.movingS > (limit.unusualHours ?? Number.POSITIVE_INFINITY) * 3600) return "unusually-long"
  if ((a.fiveMinutesKmh ?? 0) > limit.fiveMinutesKmh.unusual) return fast
  if (a.distanceM === 0)
    return limit.needsDistance && !a.indoor && a.movingS > 1800 ? "no-distance" : undefined
  const kmh = speedKmh(a)
  if (kmh > limit.unusualKmh && a.distanceM >= 400) return fast
  if (!a.indoor && kmh < (limit.slowestKmh ?? 0) && a.movingS > 1200) return "unusually-slow"
  return isWithoutTrack(a) && isWorldClass(a, limit) ? "no-track" : undefined
}

/** Positions cover less than half of it. What does not tell, such as a service that keeps its tracks, is believed. */
function isWithoutTrack({ trackS, movingS }: StoredActivity): boolean {
  return trackS !== null && trackS < movingS * trackRule.missing
}

function isWorldClass(a: StoredActivity, { worldClass }: Limits): boolean {
  const nearRecord =
    a.kind === "run" &&
    a.distanceM >= 1000 &&
    a.movingS < runRecordSeconds(a.distanceM) / trackRule.recordShare
  return (
    nearRecord ||
    a.movingS > worldClass.hours * 3600 ||
    a.distanceM > worldClass.km * 1000 ||
    (a.movingS >= 1800 && speedKmh(a) > worldClass.kmh)
  )
}

function speedKmh(a: { distanceM: number; movingS: number }): number {
  return a.movingS === 0 ? 0 : (a.distanceM / a.movingS) * 3.6
}

/** World-record time over any distance: between two records a line in log-log, beyond the last its pace. */
export function runRecordSeconds(metres: number): number {
  let [lowM, lowS] = runRecords[0] ?? [400, 43]
  for (const [highM, highS] of runRecords) {
    if (metres <= highM) {
      if (highM === lowM) return (highS * metres) / highM
      const share = (Math.log(metres) - Math.log(lowM)) / (Math.log(highM) - Math.log(lowM))
      return Math.exp(Math.log(lowS) + share * (Math.log(highS) - Math.log(lowS)))
    }
    lowM = highM
    lowS = highS
  }
  return (lowS * metres) / lowM
}
