import { competition } from "#content/competitions.ts"
import type { Samples, Window } from "#primitives/samples.ts"
import { bitsApart, mix, oddBits } from "#primitives/windows.ts"

/** What two tracks have in common. */
export interface Shared {
  windows: number
  /** Windows that both would show if they were one recording there. */
  of: number
  isReversed: boolean
  /** How many milliseconds later the other track is there, by what both clocks say. */
  laterMs: number
}

const { windows: rule } = competition.sameRecording

/** Under which a recording is stored: those of the most certain window of each part of its track, and of its heart rates. */
export function keysOf({ windows = [], beats = [] }: Samples): number[] {
  const keys = new Set<number>()
  for (let part = 0; part < rule.stored; part++) {
    const bounds = [part, part + 1].map((nr) => Math.floor((nr * windows.length) / rule.stored))
    const [first, ...others] = windows.slice(...bounds)
    if (!first) continue
    keys.add(keyOf(others.reduce((best, one) => (one.margin > best.margin ? one : best), first)))
  }
  for (const beat of beats.slice(0, rule.storedBeats)) keys.add(keyOfBeats(beat))
  return [...keys]
}

/** Under which an earlier recording with the same windows or beats can be stored. */
export function probesOf({ windows = [], beats = [] }: Samples): number[] {
  const probes = new Set<number>()
  const certain = windows.toSorted((a, b) => b.margin - a.margin).slice(0, rule.probes)
  // Where a track has few windows, a bit that differs matters more.
  const variants = Math.min(4, Math.max(1, Math.floor(rule.probes / certain.length)))
  for (const window of certain) {
    const [a, b] = window.weak.map(flipOf) as [Flip, Flip]
    const flips: Flip[] = [[0, 0], a, b, [a[0] | b[0], a[1] | b[1]]]
    for (const [bits, form] of flips.slice(0, variants))
      probes.add(keyOf({ bits: window.bits ^ bits, form: window.form ^ form }))
  }
  for (const beat of beats.slice(0, rule.probedBeats)) probes.add(keyOfBeats(beat))
  return [...probes]
}

type Flip = [bits: number, form: number]

function flipOf(bit: number): Flip {
  return bit < 32 ? [1 << bit, 0] : [0, 1 << (bit - 32)]
}

/** The same for a window and its reverse. Below zero, so that it is no cell of places. */
function keyOf({ bits, form }: Pick<Window, "bits" | "form">): number {
  const isReversed = (bits & (oddBits & -oddBits)) !== 0
  const [pace, corners] = isReversed ? [bits ^ oddBits, reversedForm(form)] : [bits, form]
  return -1 - mix([pace & 0xffff, pace >>> 16, corners])
}

function keyOfBeats(beat: number): number {
  return -1 - beat
}

function reversedForm(form: number): number {
  return ((form & 0xf) << 12) | ((form & 0xf0) << 4) | ((form >> 4) & 0xf0) | ((form >> 12) & 0xf)
}

interface Recorded {
  startedAt: Date
  samples: Samples | null
}

/**
 * What two tracks have in common wherever they start, in whichever direction and at whatever pace they were recorded: the
 * windows of the same pace at the same distances from each other, and at the same times, but for one factor. Hills and
 * corners make every outing on a route alike, but not to the second. Null if they share no part beyond chance.
 */
export function sharedBetween(a: Recorded, b: Recorded): Shared | null {
  const [ones, others] = [a.samples?.windows ?? [], b.samples?.windows ?? []]
  let best: Shared | null = null
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

/** What agrees if these two windows are the same place of both tracks; null if too little does. */
function alignedAt(
  ones: readonly Window[],
  others: readonly Window[],
  { one, other, isReversed }: Seed,
): Pick<Shared, "windows" | "of"> | null {
  const [near, far] = overlapping(
    placedFrom(one, ones, isReversed),
    placedFrom(other, others, false),
    rule.placeM * 2 ** one.scale,
  )
  const of = Math.min(near.length, far.length)
  if (of < 2) return null
  const pairs = near.flatMap((window): [Placed, Placed][] => {
    const slackM = rule.placeM * 2 ** one.scale + Math.abs(window.m) * rule.placeShare
    const counterpart = far.find(
      ({ bits, m }) => Math.abs(m - window.m) <= slackM && bitsApart(bits, window.bits) <= rule.bits,
    )
    return counterpart ? [[window, counterpart]] : []
  })
  // Of so few, those of an own route can agree by chance: then all must, and be most of the shorter track, at one clock.
  if (pairs.length < rule.least) {
    const shorter = Math.min(
      ...[ones, others].map((list) => list.filter(({ scale }) => scale === one.scale).length),
    )
    const areAll = pairs.length >= of && of >= shorter * rule.fewShare
    return areAll && straysOf(pairs, { factor: 1 }).every((s) => s <= rule.fewStrayS)
      ? { windows: of, of }
      : null
  }
  const windows = Math.min(onTime(pairs), of)
  const share = windows < rule.many ? rule.leastShare : rule.manyShare
  return windows >= rule.least && windows >= of * share ? { windows, of } : null
}

/** How many pairs agree in time. Beside a stop some meters are minutes, so the fit is repeated without those far off. */
function onTime(pairs: readonly [Placed, Placed][]): number {
  let strays = straysOf(pairs, {})
  for (let round = 0; round < 3; round++) {
    const middle = strays.toSorted((a, b) => a - b)[pairs.length >> 1] as number
    strays = straysOf(pairs, {
      among: pairs.filter((_, nr) => (strays[nr] as number) <= Math.max(middle, rule.strayS)),
    })
  }
  return strays.filter((s) => s <= rule.strayS).length
}

/** How many seconds the times of each pair differ, but for one factor and one difference: the given one, or what fits best. */
function straysOf(
  pairs: readonly [Placed, Placed][],
  { among = pairs, factor }: { among?: readonly [Placed, Placed][]; factor?: number },
): number[] {
  let [p, q, both, one] = [0, 0, 0, 0]
  for (const [a, b] of among) {
    p += a.s / among.length
    q += b.s / among.length
  }
  for (const [a, b] of among) {
    both += (a.s - p) * (b.s - q)
    one += (a.s - p) ** 2
  }
  const by = factor ?? both / one
  return pairs.map(([a, b]) => Math.abs(b.s - q - by * (a.s - p)))
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
