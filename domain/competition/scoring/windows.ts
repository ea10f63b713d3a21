import { sameRecordingRule } from "#content/fair-play.ts"
import type { Samples, Window } from "#primitives/samples.ts"
import { bitsApart, oddBits } from "#primitives/windows.ts"
import { apartAlong, type Clock } from "./along.ts"

/** What two tracks have in common. */
export interface Shared {
  windows: number
  /** Windows that both would show if they were one recording there. */
  of: number
  isReversed: boolean
  /** How many milliseconds later the other track is there, according to both clocks. */
  laterMs: number
}

const { windows: rule } = sameRecordingRule

interface Recorded {
  startedAt: Date
  samples: Samples | null
}

/**
 * What two tracks have in common wherever they start, in whichever direction and at whatever pace they were recorded:
 * the windows of the same pace at the same distances from each other, and at the same times, apart from one factor.
 * Hills and corners make every outing on a route alike, but not to the second: where both tracks were, their positions
 * tell. Null if they share no part beyond chance.
 */
export function sharedBetween(a: Recorded, b: Recorded): Shared | null {
  if (!a.samples || !b.samples) return null
  const found = alignment(a, b)
  if (!found) return null
  const { clock, isClear, ...shared } = found
  // Slots are averages of a minute or two, whose distances stray in a copy as well when pace changes within them.
  if (shared.windows >= rule.sure && shared.windows >= shared.of * rule.sureShare) return shared
  const apart = apartAlong(a.samples, b.samples, { clock, areMany: shared.windows >= rule.many })
  return apart === "alike" || (apart === "elsewhere" && isClear) ? shared : null
}

interface Aligned extends Shared {
  clock: Clock
  /** This much agreement is sufficient on its own, unless both tracks were at the same place. */
  isClear: boolean
}

/** The largest agreement found anywhere. */
function alignment(a: Recorded, b: Recorded): Aligned | null {
  const [ones, others] = [a.samples?.windows ?? [], b.samples?.windows ?? []]
  let best: Aligned | null = null
  for (const one of ones) {
    for (const other of others) {
      if (one.scale !== other.scale) continue
      for (const isReversed of [false, true]) {
        if (bitsApart(one.bits, other.bits ^ (isReversed ? oddBits : 0)) > rule.seedBits) continue
        const found = alignedAt(ones, others, { one, other, isReversed })
        if (!found || (best && found.windows <= best.windows)) continue
        const laterMs = b.startedAt.getTime() - a.startedAt.getTime() + (other.atS - one.atS) * 1000
        best = { ...found, isReversed, laterMs }
      }
    }
  }
  return best
}

interface Seed {
  one: Window
  other: Window
  isReversed: boolean
}

/** A window as seen from the seed, in the direction of the other track. */
interface Placed {
  bits: number
  m: number
  s: number
}

/** The agreement if these two windows show the same place on both tracks; null if it is not beyond chance. */
function alignedAt(
  ones: readonly Window[],
  others: readonly Window[],
  { one, other, isReversed }: Seed,
): Pick<Aligned, "windows" | "of" | "clock" | "isClear"> | null {
  const [near, far] = overlapping(
    placedFrom(one, ones, isReversed),
    placedFrom(other, others, false),
    rule.placeM * 2 ** one.scale,
  )
  const of = Math.min(near.length, far.length)
  if (of < 2) return null
  const pairs = near.flatMap((window): Pair[] => {
    const slackM = rule.placeM * 2 ** one.scale + Math.abs(window.m) * rule.placeShare
    const counterpart = far.find(
      ({ bits, m }) => Math.abs(m - window.m) <= slackM && bitsApart(bits, window.bits) <= rule.bits,
    )
    return counterpart ? [[window, counterpart]] : []
  })
  // Converts a time on the other track to the same point on the first.
  const clockOf = ({ from, to, factor }: Fit): Clock => ({
    factor: (isReversed ? -1 : 1) / factor,
    fromS: other.atS + to,
    toS: one.atS + (isReversed ? -1 : 1) * from,
  })
  // So few windows of a person's usual route can agree by chance: then all must agree, cover most of the shorter track,
  // and have the same time offset.
  if (pairs.length < rule.least) {
    const shorter = Math.min(
      ...[ones, others].map((list) => list.filter(({ scale }) => scale === one.scale).length),
    )
    const fit = { ...fitOf(pairs), factor: 1 }
    const areAll = pairs.length >= of && of >= shorter * rule.fewShare
    return areAll && pairs.every((pair) => strayOf(pair, fit) <= rule.fewStrayS)
      ? { windows: of, of, clock: clockOf(fit), isClear: false }
      : null
  }
  const fit = fitOnTime(pairs)
  const windows = Math.min(pairs.filter((pair) => strayOf(pair, fit) <= rule.strayS).length, of)
  if (windows < rule.least || windows < of * rule.leastShare) return null
  return {
    ...{ windows, of, clock: clockOf(fit) },
    isClear: windows >= rule.many && windows >= of * rule.manyShare,
  }
}

type Pair = readonly [Placed, Placed]

/** The average times of the pairs, and how many seconds of the second track correspond to one of the first. */
interface Fit {
  from: number
  to: number
  factor: number
}

/** Next to a stop, a few meters can take minutes, so the fit is repeated without those far off. */
function fitOnTime(pairs: readonly Pair[]): Fit {
  let fit = fitOf(pairs)
  for (let round = 0; round < 3; round++) {
    const strays = pairs.map((pair) => strayOf(pair, fit))
    const middle = strays.toSorted((a, b) => a - b)[pairs.length >> 1] as number
    fit = fitOf(pairs.filter((_, nr) => (strays[nr] as number) <= Math.max(middle, rule.strayS)))
  }
  return fit
}

function fitOf(pairs: readonly Pair[]): Fit {
  let [from, to, both, one] = [0, 0, 0, 0]
  for (const [a, b] of pairs) {
    from += a.s / pairs.length
    to += b.s / pairs.length
  }
  for (const [a, b] of pairs) {
    both += (a.s - from) * (b.s - to)
    one += (a.s - from) ** 2
  }
  return { from, to, factor: both / one }
}

/** The difference between the times of a pair, in seconds. */
function strayOf([a, b]: Pair, { from, to, factor }: Fit): number {
  return Math.abs(b.s - to - factor * (a.s - from))
}

function placedFrom(seed: Window, windows: readonly Window[], isReversed: boolean): Placed[] {
  const [by, flips] = isReversed ? [-1, oddBits] : [1, 0]
  return windows
    .filter(({ scale }) => scale === seed.scale)
    .map(({ bits, atM, atS }) => ({ bits: bits ^ flips, m: (atM - seed.atM) * by, s: (atS - seed.atS) * by }))
}

/** Those of both that lie where both tracks are. */
function overlapping(
  first: readonly Placed[],
  second: readonly Placed[],
  slackM: number,
): [Placed[], Placed[]] {
  const ends = [first, second].map((list) => list.map(({ m }) => m))
  const from = Math.max(...ends.map((list) => Math.min(...list))) - slackM
  const to = Math.min(...ends.map((list) => Math.max(...list))) + slackM
  const within = (list: readonly Placed[]) => list.filter(({ m }) => m >= from && m <= to)
  return [within(first), within(second)]
}
