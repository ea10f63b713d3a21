import { sameRecordingRule } from "#content/fair-play.ts"
import { type Samples, unpackSamples } from "#primitives/samples.ts"
import { isVaried, isVariedSeries, type Known, known } from "./series.ts"

/** The samples of a recording, and its stated start. */
interface Sampled {
  startedAt: Date
  samples: Samples | null
}

const rule = sameRecordingRule

/**
 * Whether two activities show one track: slot by slot the same positions at the same pace, regardless of the clock. Equal
 * duration and distance alone never suffice, and neither do heart rates: intervals on two days are alike.
 * The two are shifted slightly against each other, because a copy can lack some of its beginning or end; the best fit is
 * used. Tracks match when, after alignment and scaling by at most 3 %, they lie within `trackM` of each other or, for
 * slow athletes, within the distance covered in `trackS`. When their heart rates differ, as for two outings along one
 * river, the limit is half of that. Members who train together record one track at one time with two receivers, so at
 * about the same time only `togetherM` is a match unless their heart rates are the same to the beat, and none is when
 * their heart rates differ.
 */
export function sameRecording(a: Sampled, b: Sampled): boolean {
  const pair = comparable(a, b)
  if (!pair) return false
  const [one, other] = pair
  const hearts = isVaried(one.heart) && isVaried(other.heart)
  const least = Math.min(rule.trackM, (stepM(one) / one.slotS) * rule.trackS)
  let apart = Math.max(least, stepM(one) * rule.trackStepShare)
  if (Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) <= rule.togetherMinutes * 60_000) {
    if (hearts && !beatAlike(one, other)) return false
    if (!hearts) apart = rule.togetherM
  }
  const isWithin = (meters: number) =>
    lieTogether(one, other, meters) && fits(reachOf(one, other), meters, tracksApart(one, other))
  if (!isWithin(apart)) return false
  return !hearts || beatAlike(one, other) || isWithin(Math.max(least, apart * rule.otherHeartShare))
}

/**
 * Whether the heart rates of two activities are the same to the beat, which never happens for two outings; or within
 * `apartBpm` on average. Where both have a track, tracks decide. For a person to look at: heart rates alone exclude
 * nothing.
 */
export function sameBeats(a: Sampled, b: Sampled, apartBpm: number = rule.heartBpm): boolean {
  const pair = comparable(a, b)
  return pair !== null && !pair.every(hasTrack) && beatAlike(...pair, apartBpm)
}

function hasTrack({ lat }: Samples): boolean {
  return count(lat) >= rule.leastSlots
}

/** Both in slots of the same length; null if either has no samples, or their lengths differ too much. */
function comparable(a: Sampled, b: Sampled): [Samples, Samples] | null {
  if (!a.samples || !b.samples || !areAboutEqual(spanS(a.samples), spanS(b.samples), rule.spanShare))
    return null
  return atOneLength(a.samples, b.samples)
}

/** How far two can be shifted against each other, in slots; by the longer one, so that their order does not matter. */
function reachOf(one: Samples, other: Samples): number {
  return Math.max(1, (Math.max(spanS(one), spanS(other)) * rule.spanShare) / one.slotS)
}

function beatAlike(one: Samples, other: Samples, apartBpm: number = rule.heartBpm): boolean {
  const [heart, otherHeart] = [known(one.heart), known(other.heart)]
  if (!isVariedSeries(heart) || !isVariedSeries(otherHeart) || !areAlike(heart, otherHeart)) return false
  return fits(reachOf(one, other), apartBpm, heartsApart(one.heart, other.heart))
}

/** Decodes the samples of a base64 fingerprint. */
export function readSamples(fingerprint: string | null): Samples | null {
  return fingerprint === null ? null : unpackSamples(Buffer.from(fingerprint, "base64"))
}

/** Seconds from the start of the first slot to the end of the last. */
export function spanS({ slotS, speed }: Samples): number {
  return slotS * speed.length
}

function areAboutEqual(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * share
}

/** Average meters per slot. */
function stepM({ slotS, speed }: Samples): number {
  return known(speed).mean * slotS
}

/** Both in slots of the longer length. */
function atOneLength(a: Samples, b: Samples): [Samples, Samples] {
  let [one, other] = [a, b]
  while (one.slotS < other.slotS) one = halved(one)
  while (other.slotS < one.slotS) other = halved(other)
  return [one, other]
}

function halved({ slotS, heart, speed, lat, lon }: Samples): Samples {
  const pairs = (values: readonly number[]) => {
    const halves: number[] = []
    for (let slot = 0; slot < values.length; slot += 2) {
      const [a, b] = [values[slot] as number, values[slot + 1] ?? Number.NaN]
      halves.push(Number.isNaN(a) ? b : Number.isNaN(b) ? a : (a + b) / 2)
    }
    return halves
  }
  return { slotS: slotS * 2, heart: pairs(heart), speed: pairs(speed), lat: pairs(lat), lon: pairs(lon) }
}

/** Returns how far apart two recordings are when the second is shifted by `shift` slots of the first. */
type Measure = (shift: number, enough: number) => number

/**
 * Whether any shift of at most `reach` slots brings the two within `apart`: tried by whole slots, by half slots, then
 * by eighths around the best of those. A measure may return infinity as soon as it is above `enough`, the best so far.
 */
function fits(reach: number, apart: number, measure: Measure): boolean {
  let best = { apart: Number.POSITIVE_INFINITY, shift: 0 }
  const attempt = (shift: number) => {
    const found = measure(shift, best.apart)
    if (found < best.apart) best = { apart: found, shift }
    return found <= apart
  }
  if (attempt(0)) return true
  for (let shift = 1; shift <= reach; shift++) if (attempt(shift) || attempt(-shift)) return true
  for (let shift = 0.5; shift <= reach; shift++) if (attempt(shift) || attempt(-shift)) return true
  const { shift } = best
  for (let by = 0.125; by < 0.5; by += 0.125) {
    if (attempt(shift + by) || attempt(shift - by)) return true
  }
  return false
}

/** Whether two series can match by mean and spread alone, which a small shift hardly changes. */
function areAlike(one: Known, other: Known): boolean {
  const areNear = Math.abs(one.mean - other.mean) <= 4 * rule.heartBpm
  return areNear && areAboutEqual(one.deviation, other.deviation, 0.3)
}

/** Whether two tracks can match by position and size. */
function lieTogether(one: Samples, other: Samples, apart: number): boolean {
  const [a, b] = [extentOf(one), extentOf(other)]
  return (
    distance(a, b) <= Math.max(a.radius, b.radius) * 0.3 + apart && areAboutEqual(a.radius, b.radius, 0.3)
  )
}

/** Center and radius of a track in meters; NaN without one. */
function extentOf({ lat, lon }: Samples): Point & { radius: number } {
  const [north, east] = [known(lat), known(lon)]
  const eastM = metersOfEast(north.mean)
  return {
    y: north.mean * 111_195,
    x: east.mean * eastM,
    radius: Math.hypot(north.deviation * 111_195, east.deviation * eastM),
  }
}

/** Meters of a degree of longitude. */
function metersOfEast(lat: number): number {
  return 111_195 * Math.cos((lat * Math.PI) / 180)
}

/**
 * The values `shift` slots after the middle of each slot, linearly interpolated. Each recording is shifted by half the
 * distance, so that interpolation smooths both equally. Runs for every candidate and shift, so it makes no arrays.
 */
function shiftInto(into: Float64Array, values: readonly number[], shift: number): Float64Array {
  const whole = Math.floor(shift)
  const share = shift - whole
  const last = values.length - (share === 0 ? 1 : 2)
  for (let slot = 0; slot < into.length; slot++) {
    const low = slot + whole
    // Reading an index before the first or after the last slot is much slower than reading an existing one.
    if (low < 0 || low > last) into[slot] = Number.NaN
    else {
      const value = values[low] as number
      into[slot] = share === 0 ? value : value + ((values[low + 1] as number) - value) * share
    }
  }
  return into
}

/** Mean difference of the aligned heart rates in beats per minute. Runs for every candidate and shift, so it makes no arrays. */
function heartsApart(one: readonly number[], other: readonly number[]): Measure {
  const leastShared = Math.max(count(one), count(other)) * rule.leastShared
  const [xs, ys] = [new Float64Array(one.length), new Float64Array(one.length)]
  return (shift) => {
    shiftInto(xs, one, -shift / 2)
    shiftInto(ys, other, shift / 2)
    let [n, sum] = [0, 0]
    for (let slot = 0; slot < one.length; slot++) {
      const apart = Math.abs((xs[slot] as number) - (ys[slot] as number))
      if (Number.isNaN(apart)) continue
      n++
      sum += apart
    }
    return n < leastShared ? Number.POSITIVE_INFINITY : sum / n
  }
}

/** Mean distance of the aligned tracks in meters. Runs for every candidate and shift, so it makes no arrays. */
function tracksApart(one: Samples, other: Samples): Measure {
  const origin = one.lat.findIndex((lat) => !Number.isNaN(lat))
  const [lat, lon] = [one.lat[origin] ?? Number.NaN, one.lon[origin] ?? Number.NaN]
  const east = metersOfEast(lat)
  const inMeters = (samples: Samples) => ({
    y: samples.lat.map((value) => (value - lat) * 111_195),
    x: samples.lon.map((value) => (value - lon) * east),
  })
  const [p, q] = [inMeters(one), inMeters(other)]
  const room = () => new Float64Array(p.y.length)
  const [py, px, qy, qx] = [room(), room(), room(), room()]
  const least = Math.max(rule.leastSlots, Math.max(count(one.lat), count(other.lat)) * rule.leastShared)
  return (shift, enough) => {
    shiftInto(py, p.y, -shift / 2)
    shiftInto(px, p.x, -shift / 2)
    shiftInto(qy, q.y, shift / 2)
    shiftInto(qx, q.x, shift / 2)
    let [n, sumAx, sumAy, sumBx, sumBy, pp, qq] = [0, 0, 0, 0, 0, 0, 0]
    for (let slot = 0; slot < py.length; slot++) {
      const [ay, by] = [py[slot] as number, qy[slot] as number]
      if (Number.isNaN(ay + by)) continue
      const [ax, bx] = [px[slot] as number, qx[slot] as number]
      n++
      sumAx += ax
      sumAy += ay
      sumBx += bx
      sumBy += by
      pp += ax * ax + ay * ay
      qq += bx * bx + by * by
    }
    if (n < least) return Number.POSITIVE_INFINITY
    const [ca, cb] = [
      { x: sumAx / n, y: sumAy / n },
      { x: sumBx / n, y: sumBy / n },
    ]
    const ra = Math.sqrt(Math.max(0, pp / n - ca.x * ca.x - ca.y * ca.y))
    const rb = Math.sqrt(Math.max(0, qq / n - cb.x * cb.x - cb.y * cb.y))
    // All stationary tracks look alike.
    if (ra < rule.leastRadiusM || !areAboutEqual(ra, rb, rule.scaleShare)) return Number.POSITIVE_INFINITY
    if (distance(ca, cb) > ra * 2 * rule.scaleShare + rule.trackM) return Number.POSITIVE_INFINITY
    const scale = ra / rb
    let sum = 0
    for (let slot = 0; slot < py.length && sum <= enough * n; slot++) {
      const [ay, by] = [py[slot] as number, qy[slot] as number]
      if (Number.isNaN(ay + by)) continue
      const [ax, bx] = [px[slot] as number, qx[slot] as number]
      const x = ax - ca.x - (bx - cb.x) * scale
      const y = ay - ca.y - (by - cb.y) * scale
      sum += Math.sqrt(x * x + y * y)
    }
    return sum / n
  }
}

interface Point {
  x: number
  y: number
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function count(values: readonly number[]): number {
  return known(values).count
}
