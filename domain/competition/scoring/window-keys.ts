import { sameRecordingRule } from "#content/fair-play.ts"
import type { Samples, Window } from "#primitives/samples.ts"
import { mix, oddBits } from "#primitives/windows.ts"

const { windows: rule } = sameRecordingRule

/**
 * The keys under which a recording is stored: those of the most certain window of each part of its track, and of its
 * heart rates.
 */
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

/** The keys under which an earlier recording with the same windows or heart rates can be stored. */
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

/**
 * The same key for a window, its reverse, and its mirror images and rotations by right angles. Negative, so that it
 * never equals the key of a cell.
 */
function keyOf({ bits, form }: Pick<Window, "bits" | "form">): number {
  const isReversed = (bits & (oddBits & -oddBits)) !== 0
  const [pace, corners] = isReversed ? [bits ^ oddBits, reversedForm(form)] : [bits, form]
  return -1 - mix([pace & 0xffff, pace >>> 16, ...uprightForm(corners)])
}

/**
 * The directions of its corners in sixteenths of a turn, rotated and mirrored until the first lies between north and
 * northeast.
 */
function uprightForm(form: number): number[] {
  const turns = [0, 4, 8, 12].map((by) => fromGray((form >>> by) & 0xf))
  const quarters = (turns[0] as number) & ~3
  const turned = turns.map((turn) => (turn - quarters) & 0xf)
  return (turned[0] as number) < 2 ? turned : turned.map((turn) => (3 - turn) & 0xf)
}

function fromGray(code: number): number {
  return code ^ (code >>> 1) ^ (code >>> 2) ^ (code >>> 3)
}

function keyOfBeats(beat: number): number {
  return -1 - beat
}

function reversedForm(form: number): number {
  return ((form & 0xf) << 12) | ((form & 0xf0) << 4) | ((form >> 4) & 0xf0) | ((form >> 12) & 0xf)
}
