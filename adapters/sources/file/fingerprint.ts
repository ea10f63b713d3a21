import { haversine } from "#primitives/great-circle.ts"
import { firstSlotS, leastSlots, mostSlots, packSamples } from "#primitives/samples.ts"
import { isJump, type Track } from "./track.ts"
import { beatsOf, trackWindows } from "./windows.ts"

/** A longer gap between two points is a pause in the recording. */
const gapS = 120
/** After a longer gap between positions, the path between them is unknown. */
const coveredS = 30

/** Values determined by a track's positions, independently of the recorder's totals. */
interface Located {
  /** Seconds covered by positions at most 30 seconds apart. */
  trackS: number
  /** Meters from position to position, excluding pauses and jumps. */
  trackM: number
}

export function locate(track: Track): Located {
  let trackS = 0
  let trackM = 0
  let before = -1
  for (let i = 0; i < track.length; i++) {
    const point = track.at(i)
    if (Number.isNaN(point.time) || Number.isNaN(point.lat) || Number.isNaN(point.lon)) continue
    if (before >= 0) {
      const last = track.at(before)
      const seconds = (point.time - last.time) / 1000
      if (seconds <= 0) continue
      const meters = haversine(last.lat, last.lon, point.lat, point.lon)
      if (!track.pausedBetween(before, i) && !isJump(meters, seconds)) {
        trackM += meters
        if (seconds <= coveredS) trackS += seconds
      }
    }
    before = i
  }
  return { trackS, trackM }
}

/**
 * The base64 fingerprint of a track's samples (primitives/samples.ts); null if the track is too short. Values are averaged
 * over time rather than points, so that omitting points hardly changes it. A `virtual` track has no windows: the same power on the same
 * course gives the same pace, to the second.
 */
export function fingerprintOf(track: Track, { virtual = false } = {}): string | null {
  const steps = stepsOf(track)
  if (steps.length === 0) return null
  const [start] = steps[0] as [number, number]
  const [, end] = steps.at(-1) as [number, number]
  const seconds = (track.at(end).time - track.at(start).time) / 1000
  let slotS = firstSlotS
  while (seconds / slotS > mostSlots) slotS *= 2
  const slots = Math.ceil(seconds / slotS)
  if (slots < leastSlots) return null
  const means = { heart: new Means(slots), lat: new Means(slots), lon: new Means(slots) }
  const meters = new Array<number>(slots).fill(0)
  const covered = new Array<number>(slots).fill(0)
  for (const [from, to] of steps) {
    const a = track.at(from)
    const b = track.at(to)
    const length = (b.time - a.time) / 1000
    const told = track.between(from, to)
    const way = isJump(told, length) ? 0 : told
    const begins = (a.time - track.at(start).time) / 1000
    const last = slots - 1
    for (let at = begins; at < begins + length - 1e-9; ) {
      const slot = Math.min(last, Math.floor(at / slotS + 1e-9))
      const until = Math.min(begins + length, (slot + 1) * slotS)
      const part = until - at
      // The middle of the interval, interpolated between the two points.
      const share = (at + part / 2 - begins) / length
      for (const [name, mean] of Object.entries(means) as [keyof typeof means, Means][])
        mean.add(slot, a[name] + (b[name] - a[name]) * share, part)
      meters[slot] = (meters[slot] as number) + (way * part) / length
      covered[slot] = (covered[slot] as number) + part
      at = until
    }
  }
  // An interval of zero duration would yield NaN.
  const speed = meters.map((one, slot) => one / (covered[slot] as number))
  return packSamples({
    slotS,
    speed,
    heart: means.heart.values(),
    lat: means.lat.values(),
    lon: means.lon.values(),
    windows: virtual ? [] : trackWindows(track),
    beats: beatsOf(track),
  }).toString("base64")
}

/** Pairs of points between which the recorder was running. */
function stepsOf(track: Track): [number, number][] {
  const steps: [number, number][] = []
  let before = -1
  for (let i = 0; i < track.length; i++) {
    const { time } = track.at(i)
    if (Number.isNaN(time)) continue
    if (before >= 0) {
      const seconds = (time - track.at(before).time) / 1000
      if (seconds <= 0) continue
      if (seconds <= gapS && !track.pausedBetween(before, i)) steps.push([before, i])
    }
    before = i
  }
  return steps
}

/** Averages over time, per slot. */
class Means {
  readonly #sums: number[]
  readonly #weights: number[]

  constructor(slots: number) {
    this.#sums = new Array(slots).fill(0)
    this.#weights = new Array(slots).fill(0)
  }

  add(slot: number, value: number, weight: number): void {
    if (Number.isNaN(value)) return
    this.#sums[slot] = (this.#sums[slot] as number) + value * weight
    this.#weights[slot] = (this.#weights[slot] as number) + weight
  }

  values(): number[] {
    return this.#sums.map((sum, slot) => sum / (this.#weights[slot] as number))
  }
}
