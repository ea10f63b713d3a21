import { competition } from "#content/competitions.ts"
import type { Samples } from "#primitives/samples.ts"
import { endOf } from "./activity.ts"
import { sameRecording } from "./same-recording.ts"

/** The data needed to determine what two records of one athlete share. */
export interface Span {
  source: string
  externalId: string
  kind: string
  startedAt: Date
  elapsedS: number
  movingS: number
  distanceM: number
  detail: number
  samples: Samples | null
  /** Counted by an operator, who has seen that it is not a copy. */
  decision?: "count" | "decline" | null
}

/** What remains of a record: all, some, or nothing because more detailed records already cover it. */
export type Share =
  | { part: "whole" }
  | { part: "none" }
  | { part: "some"; movingS: number; distanceM: number }

/** Records of one athlete that start farther apart than this are not compared. */
export const reachMs = 48 * 3_600_000

/** Whether one record affects what counts of the other: they share time, or show one recording. */
export function areRelated(a: Span, b: Span): boolean {
  return sharesTime(a, b) || isSecondRecord(a, b)
}

function sharesTime(a: Span, b: Span): boolean {
  if (hidesItsTime(a) || hidesItsTime(b)) return false
  const sharedMs = sharedBetween([startOf(a), endOf(a).getTime()], [startOf(b), endOf(b).getTime()])
  // Two legs of one session can meet in a second that both round to.
  return sharedMs > Math.min(2000, Math.min(a.elapsedS, b.elapsedS) * 10)
}

/** Whether two records show one recording, regardless of clocks. Activities from one file are never copies of each other. */
function isSecondRecord(a: Span, b: Span): boolean {
  if (hidesItsTime(a) || hidesItsTime(b)) return isAlike(a, b)
  if (Math.abs(startOf(a) - startOf(b)) > reachMs || isOfOneFile(a, b)) return false
  return sameRecording(a, b)
}

/** The id of an activity in a file consists of the content hash and its position; that of a leg at a service, likewise. */
export function isOfOneFile(
  a: Pick<Span, "source" | "externalId">,
  b: Pick<Span, "source" | "externalId">,
): boolean {
  const [file, leg] = a.externalId.split("#")
  return a.source === b.source && leg !== undefined && file === b.externalId.split("#")[0]
}

/** Strava lets an athlete hide the time of day; the activity then starts one second after local midnight. */
function hidesItsTime({ source, startedAt }: Span): boolean {
  return source === "strava" && startedAt.getTime() % 900_000 === 1000
}

/** Without a time of day only the workout can be compared. One source has each workout once. */
function isAlike(a: Span, b: Span): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= Math.max(one, other) * 0.03
  return (
    a.source !== b.source &&
    a.kind === b.kind &&
    Math.abs(startOf(a) - startOf(b)) <= 24 * 3_600_000 &&
    near(a.movingS, b.movingS) &&
    near(a.distanceM, b.distanceM)
  )
}

/**
 * What remains of each record of one athlete. Starts with the most detailed record; each further record loses what it
 * shares with those before it: everything if it shows the same recording, unless an operator counts it, otherwise the
 * shared minutes. Independent of the order of arrival.
 */
export function sharesOf<A extends Span>(activities: readonly A[]): Map<A, Share> {
  const taken: A[] = []
  const shares = new Map<A, Share>()
  for (const activity of [...activities].sort(richerFirst)) {
    const isCopy = activity.decision !== "count" && taken.some((other) => isSecondRecord(activity, other))
    const share = isCopy
      ? ({ part: "none" } as const)
      : shareBeside(
          activity,
          taken.filter((other) => sharesTime(activity, other)),
        )
    shares.set(activity, share)
    if (share.part !== "none") taken.push(activity)
  }
  return shares
}

type Interval = readonly [fromMs: number, toMs: number]

function shareBeside(activity: Span, others: readonly Span[]): Share {
  if (others.length === 0) return { part: "whole" }
  const free = others
    .flatMap(busy)
    .reduce(without, [[startOf(activity), endOf(activity).getTime()] as Interval])
  const kept = keptOf(activity, free)
  if (kept.time > 1 - 1e-9) return { part: "whole" }
  const movingS = Math.round(activity.movingS * kept.time)
  // A short leg that meets its neighbor in a few seconds is not a copy of it.
  if (movingS < competition.leastOwnSeconds && kept.time < competition.ownShare) return { part: "none" }
  return { part: "some", movingS, distanceM: Math.round(activity.distanceM * kept.distance) }
}

/** When a record shows activity: its recorded samples if it has any; otherwise from its start to its end. */
function busy(activity: Span): Interval[] {
  const slots = slotsOf(activity)
  return slots ? slots.map(({ from, to }) => [from, to]) : [[startOf(activity), endOf(activity).getTime()]]
}

/** Shares of moving time and distance in these intervals: by samples, or pro rata without them. */
function keptOf(activity: Span, free: readonly Interval[]): { time: number; distance: number } {
  const within = (interval: Interval) => free.reduce((sum, one) => sum + sharedBetween(interval, one), 0)
  const slots = slotsOf(activity)
  if (!slots) {
    const time = within([startOf(activity), endOf(activity).getTime()]) / (activity.elapsedS * 1000)
    return { time, distance: time }
  }
  let [time, ownTime, way, ownWay] = [0, 0, 0, 0]
  for (const { from, to, speed } of slots) {
    const own = within([from, to])
    time += to - from
    ownTime += own
    way += speed * (to - from)
    ownWay += speed * own
  }
  return { time: ownTime / time, distance: way === 0 ? ownTime / time : ownWay / way }
}

/** The recorded slots as intervals; null where they cover less than 90 % of the moving time. */
function slotsOf({
  samples,
  startedAt,
  elapsedS,
  movingS,
}: Span): { from: number; to: number; speed: number }[] | null {
  if (!samples) return null
  const { slotS, speed } = samples
  const end = startedAt.getTime() + elapsedS * 1000
  const slots: { from: number; to: number; speed: number }[] = []
  let recordedMs = 0
  for (let slot = 0; slot < speed.length; slot++) {
    const one = speed[slot] as number
    const from = startedAt.getTime() + slot * slotS * 1000
    const to = Math.min(end, from + slotS * 1000)
    if (Number.isNaN(one) || to <= from) continue
    slots.push({ from, to, speed: one })
    recordedMs += to - from
  }
  return recordedMs >= movingS * 900 ? slots : null
}

function sharedBetween([a, b]: Interval, [c, d]: Interval): number {
  return Math.max(0, Math.min(b, d) - Math.max(a, c))
}

/** The parts of these intervals outside the others. */
function without(intervals: readonly Interval[], [from, to]: Interval): Interval[] {
  return intervals.flatMap(([start, end]) => {
    const outside: Interval[] = [
      [start, Math.min(end, from)],
      [Math.max(start, to), end],
    ]
    return outside.filter(([a, b]) => b > a)
  })
}

function startOf({ startedAt }: { startedAt: Date }): number {
  return startedAt.getTime()
}

/** The more detailed, then the longer, then the farther one; finally by id, so that the order is stable. */
function richerFirst(a: Span, b: Span): number {
  return (
    b.detail - a.detail ||
    b.movingS - a.movingS ||
    b.distanceM - a.distanceM ||
    compare(a.source, b.source) ||
    compare(a.externalId, b.externalId)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
