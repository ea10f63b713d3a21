import { unlikeRule } from "#content/fair-play.ts"
import type { Samples } from "#primitives/samples.ts"

interface Measured {
  kind: string
  movingS: number
  distanceM: number
  indoor: boolean
  virtual: boolean
  climbMph: number | null
  climbBpm: number | null
  samples?: Samples | null
}

/**
 * Whether its measurements look like another kind: an e-bike as a ride, a bus as a run. Uses only measured values, so
 * that missing heart rates, elevation or samples are never held against an activity.
 */
export function isUnlikeItsKind(a: Measured): boolean {
  if (a.indoor || a.virtual) return false
  if (a.kind === "ride") return isAssisted(a)
  return a.kind === "run" && a.samples != null && (isRestful(a, a.samples) || isTraffic(a.samples))
}

/**
 * A program that fabricates tracks writes a constant speed; a real outing, with wind and bends, never has one.
 * Treadmills record no track.
 */
export function isTooEven({ indoor, samples }: Measured): boolean {
  if (indoor || !samples) return false
  const { deviation, minutes } = unlikeRule.even
  const speeds = samples.speed.filter((one, slot) => !Number.isNaN(one + (samples.lat[slot] as number)))
  // The last slot may be cut.
  const whole = speeds.slice(0, -1)
  return whole.length * samples.slotS >= minutes * 60 && deviationOf(whole) < meanOf(whole) * deviation
}

/** Climbs faster than anybody can, or with a heart rate too low for it. */
function isAssisted({ climbMph, climbBpm }: Measured): boolean {
  if (climbMph === null) return false
  const { ride } = unlikeRule
  if (climbMph > ride.climbMph) return true
  if (climbBpm === null || climbBpm < ride.failingBpm) return false
  return climbMph >= ride.least && climbMph / 60 > climbBpm * ride.metersPerBeat
}

function isRestful({ movingS, distanceM }: Measured, samples: Samples): boolean {
  const heart = meanHeart(samples)
  const { kmh, restfulBpm } = unlikeRule.run
  return heart !== null && heart < restfulBpm && (distanceM / movingS) * 3.6 >= kmh
}

/** Fast from stop to stop, with a heart rate too low for it. */
function isTraffic(samples: Samples): boolean {
  const { traffic } = unlikeRule
  const least = (traffic.deviation as Record<number, number>)[samples.slotS]
  const speeds = samples.speed.filter((one) => !Number.isNaN(one))
  const mean = meanOf(speeds)
  if (least === undefined || speeds.length * samples.slotS < traffic.minutes * 60) return false
  const peak = speeds.toSorted((a, b) => b - a)[Math.floor(speeds.length / 10)] as number
  if (
    mean * 3.6 < traffic.kmh ||
    peak * 3.6 < traffic.peakKmh ||
    (meanHeart(samples) ?? 0) >= traffic.workingBpm
  )
    return false
  return deviationOf(speeds) >= mean * least
}

/** Null where it was measured for less than half of the time. */
function meanHeart({ heart, speed }: Samples): number | null {
  const known = heart.filter((one) => !Number.isNaN(one))
  return known.length * 2 < speed.filter((one) => !Number.isNaN(one)).length ? null : meanOf(known)
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2)))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
