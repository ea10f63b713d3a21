import { sameRecordingRule } from "#content/fair-play.ts"
import type { Samples } from "#primitives/samples.ts"
import { metersBetween, type Position, positionsOf } from "./places.ts"

/**
 * How the seconds of one track map to those of another: `fromS` corresponds to `toS`, and each second after it to
 * `factor` seconds; a negative factor means reversed.
 */
export interface Clock {
  fromS: number
  toS: number
  factor: number
}

const { along: rule } = sameRecordingRule

/**
 * How two tracks compare at the times that map to each other: `alike` if both had covered the same distance by then,
 * within seconds, all along; otherwise `elsewhere` if they are at different places, and `near` if they follow the same
 * route. `areMany`: whether many of their windows agree, which allows a larger difference. Members take the same route every day, but never match to the second all the way.
 */
export function apartAlong(
  first: Samples,
  second: Samples,
  { clock, areMany }: { clock: Clock; areMany: boolean },
): "alike" | "elsewhere" | "near" {
  const share = areMany ? rule.strayShare : rule.fewStrayShare
  const most = Math.max(rule.strayS, Math.max(first.slotS, second.slotS) * share)
  if (strayAlong(first, second, clock) <= most) return "alike"
  const [ones, others] = [positionsOf(first), positionsOf(second)]
  const apart = others.flatMap((to) => {
    const from = placeAt(ones, timeOn(clock, to.s))
    return from ? [metersBetween(from, to)] : []
  })
  const farM = rule.elsewhereM + meanSpeed(second) * rule.elsewhereS
  return apart.length < rule.leastSlots || meanOf(apart) > farM ? "elsewhere" : "near"
}

/**
 * The average difference, in seconds, between the times at which the two have covered the same distance; infinite when
 * too little is known.
 */
function strayAlong(first: Samples, second: Samples, clock: Clock): number {
  // The finer one shows better what happened between the slots of the other.
  if (first.slotS > second.slotS)
    return strayAlong(second, first, { fromS: clock.toS, toS: clock.fromS, factor: 1 / clock.factor })
  const way = wayOf(first)
  const ahead = wayOf(second).flatMap((m, nr) => {
    const there = wayAt(way, timeOn(clock, nr * second.slotS) / first.slotS)
    return there === null ? [] : [m - Math.sign(clock.factor) * there]
  })
  if (ahead.length < rule.leastSlots) return Number.POSITIVE_INFINITY
  const middle = ahead.toSorted((a, b) => a - b)[ahead.length >> 1] as number
  return meanOf(ahead.map((one) => Math.abs(one - middle))) / meanSpeed(second)
}

function meanSpeed({ speed }: Samples): number {
  return meanOf(speed.filter((one) => !Number.isNaN(one)))
}

function timeOn({ fromS, toS, factor }: Clock, s: number): number {
  return toS + (s - fromS) * factor
}

/** Meters until the start of each slot, and until the end of the last; unknown ones have none. */
function wayOf({ slotS, speed }: Samples): number[] {
  const way = [0]
  for (const one of speed) way.push((way.at(-1) as number) + (Number.isNaN(one) ? 0 : one * slotS))
  return way
}

/** Interpolates between two slots by a cubic curve, because pace changes within them too. */
function wayAt(way: readonly number[], at: number): number | null {
  const low = Math.floor(at)
  const [before, after] = [way[low], way[low + 1]]
  if (before === undefined || after === undefined) return null
  const step = after - before
  const [from, to] = [
    (after - (way[low - 1] ?? before - step)) / 2,
    ((way[low + 2] ?? after + step) - before) / 2,
  ]
  const x = at - low
  return before + x * (from + x * (3 * step - 2 * from - to + x * (from + to - 2 * step)))
}

function placeAt(positions: readonly Position[], s: number): Position | null {
  const next = positions.findIndex((one) => one.s >= s)
  const [before, after] = [positions[next - 1], positions[next]]
  if (!before || !after) return null
  const share = (s - before.s) / (after.s - before.s)
  const mixed = (a: number, b: number) => a + (b - a) * share
  return { s, lat: mixed(before.lat, after.lat), lon: mixed(before.lon, after.lon) }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
