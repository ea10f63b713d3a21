import { competition } from "#content/competitions.ts"
import { endOf } from "./activity.ts"

/** What it takes to tell whether two records show one workout. */
export interface Span {
  source: string
  externalId: string
  kind: string
  startedAt: Date
  elapsedS: number
  movingS: number
  distanceM: number
  detail: number
}

/** Two activities farther apart than this can never be records of one workout. */
export const reachMs = 48 * 3_600_000

/**
 * Do two records show the same workout? They do when they share more than a minute (or more than half of the shorter one),
 * or when one is a copy of the other with its clock shifted by whole half hours, which happens when a file loses its zone.
 */
export function sameWorkout(a: Span, b: Span): boolean {
  if (hidesItsTime(a) || hidesItsTime(b)) return isAlike(a, b)
  const shared =
    Math.min(endOf(a).getTime(), endOf(b).getTime()) - Math.max(a.startedAt.getTime(), b.startedAt.getTime())
  const shorter = Math.min(a.elapsedS, b.elapsedS) * 1000
  if (shared > 0 && (shared > competition.overlapSeconds * 1000 || shared > shorter / 2)) return true
  if (shorter === 0 && a.startedAt.getTime() === b.startedAt.getTime()) return true
  return isShiftedCopy(a, b)
}

/** An athlete can keep the time of day back at Strava; the activity then begins one second after local midnight. */
function hidesItsTime({ source, startedAt }: Span): boolean {
  return source === "strava" && startedAt.getTime() % 900_000 === 1000
}

/** Without a time of day only what was done can be compared. One source has each workout once. */
function isAlike(a: Span, b: Span): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= Math.max(one, other) * 0.03
  return (
    a.source !== b.source &&
    a.kind === b.kind &&
    Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) <= 24 * 3_600_000 &&
    near(a.movingS, b.movingS) &&
    near(a.distanceM, b.distanceM)
  )
}

function isShiftedCopy(a: Span, b: Span): boolean {
  const apartS = Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) / 1000
  const fromHalfHour = Math.abs(apartS - Math.round(apartS / 1800) * 1800)
  return (
    a.kind === b.kind &&
    apartS <= 14 * 3600 &&
    fromHalfHour <= 2 &&
    a.distanceM > 0 &&
    Math.abs(a.distanceM - b.distanceM) <= Math.max(a.distanceM, b.distanceM) * 0.001 &&
    Math.abs(a.elapsedS - b.elapsedS) <= 2 &&
    Math.abs(a.movingS - b.movingS) <= 2
  )
}

/**
 * Which of these are second records of a workout that a richer record already shows. The richest is taken first, then every
 * one that shows no workout taken so far; the order in which they came in plays no part.
 */
export function duplicates<A extends Span>(activities: readonly A[]): Map<A, A> {
  const taken: A[] = []
  const second = new Map<A, A>()
  for (const activity of [...activities].sort(richerFirst)) {
    const same = taken.find((other) => sameWorkout(activity, other))
    if (same) second.set(activity, same)
    else taken.push(activity)
  }
  return second
}

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
