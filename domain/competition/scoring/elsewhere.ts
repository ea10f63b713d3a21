import { placeRule } from "#content/fair-play.ts"
import type { Samples } from "#primitives/samples.ts"
import { isOfOneFile, reachMs } from "./overlap.ts"
import { type Ends, endPositions, metersBetween, metersToLine, type Position, positionsOf } from "./places.ts"
import { sameRecording } from "./same-recording.ts"

/** The data needed to determine whether one person can have made two records of one athlete. */
interface Placed {
  source: string
  externalId: string
  startedAt: Date
  elapsedS: number
  /** Null without a track, and indoors, where a track does not show a real place. */
  ends: Ends | null
  samples: Samples | null
}

/**
 * Whether two records of one athlete cannot come from one person: nobody can travel that fast from one to the other, or
 * they show two places at the same time. A device left behind, a wrong clock or map datum, and a bad receiver are not
 * suspicious.
 */
export function areElsewhere(a: Placed, b: Placed): boolean {
  if (!a.ends || !b.ends || isOfOneFile(a, b)) return false
  if (Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) > reachMs) return false
  return (areTooFar(a, b, a.ends, b.ends) || areApart(a, b)) && !sameRecording(a, b)
}

/**
 * Returns, of the records that count individually, those that do not count after all, because a record received earlier
 * is somewhere else. Records received at the same time are processed in the order of their start, so that the outcome
 * does not depend on the order of a list. A record that an operator counted stays.
 */
export function laterElsewhere<A extends Placed & { receivedAt: Date; decision: "count" | "decline" | null }>(
  counted: readonly A[],
): ReadonlySet<A> {
  const later = new Set<A>()
  const first: A[] = []
  for (const one of counted.filter(({ ends }) => ends !== null).sort(inOrder)) {
    if (one.decision !== "count" && first.some((other) => areElsewhere(other, one))) later.add(one)
    else first.push(one)
  }
  return later
}

function inOrder(a: Placed & { receivedAt: Date }, b: Placed & { receivedAt: Date }): number {
  const names = [a, b].map(({ source, externalId }) => `${source}\n${externalId}`) as [string, string]
  return (
    a.receivedAt.getTime() - b.receivedAt.getTime() ||
    a.startedAt.getTime() - b.startedAt.getTime() ||
    (names[0] < names[1] ? -1 : 1)
  )
}

function areTooFar(a: Placed, b: Placed, aEnds: Ends, bEnds: Ends): boolean {
  const apartS = (b.startedAt.getTime() - a.startedAt.getTime()) / 1000
  return endPositions(aEnds).some((from) =>
    endPositions(bEnds).some((to) => {
      // Closer than the slack, so there is nothing to compute.
      if (Math.abs(from.lat - to.lat) < 1 && Math.abs(from.lon - to.lon) < 1) return false
      const hours = Math.abs(apartS + to.s - from.s) / 3600
      return metersBetween(from, to) > (placeRule.slackKm + placeRule.kmh * hours) * 1000
    }),
  )
}

/**
 * Whether two tracks were in different places at the same time: most positions of each are far from every position of
 * the other at any time, so that a wrong clock makes no difference, and the distance is not constant throughout.
 */
function areApart(a: Placed, b: Placed): boolean {
  if (sharedMs(a, b) < placeRule.apartMinutes * 60_000 || !a.samples || !b.samples) return false
  const [one, other] = [positionsOf(a.samples), positionsOf(b.samples)]
  const shift = (b.startedAt.getTime() - a.startedAt.getTime()) / 1000
  return (
    isAwayFrom(within(one, shift, shift + b.elapsedS), other, shift, a.samples.slotS) &&
    isAwayFrom(within(other, -shift, a.elapsedS - shift), one, -shift, b.samples.slotS)
  )
}

/** Positions of a time that both recorded; the clock of the others is `shift` seconds behind. */
function isAwayFrom(
  positions: readonly Position[],
  others: readonly Position[],
  shift: number,
  slotS: number,
): boolean {
  const together = positions.flatMap((at) => {
    const beside = nearestInTime(others, at.s - shift)
    return beside && Math.abs(beside.s + shift - at.s) <= slotS ? [metersBetween(at, beside)] : []
  })
  if (together.length * slotS < placeRule.apartMinutes * 60) return false
  if (Math.max(...together) - Math.min(...together) < placeRule.changesM) return false
  const away = positions.filter((at) => metersToLine(at, others) > placeRule.apartM)
  return away.length >= positions.length * placeRule.apartShare
}

function within(positions: readonly Position[], from: number, to: number): Position[] {
  return positions.filter(({ s }) => s >= from && s <= to)
}

function sharedMs(a: Placed, b: Placed): number {
  const [from, to] = [a, b].map(({ startedAt }) => startedAt.getTime()) as [number, number]
  return Math.min(from + a.elapsedS * 1000, to + b.elapsedS * 1000) - Math.max(from, to)
}

function nearestInTime(positions: readonly Position[], s: number): Position | undefined {
  let nearest: Position | undefined
  for (const one of positions) {
    if (!nearest || Math.abs(one.s - s) < Math.abs(nearest.s - s)) nearest = one
  }
  return nearest
}
