import { competition } from "#content/competitions.ts"
import { type Samples, unpackSamples } from "#primitives/samples.ts"

/** The samples of a recording, and its stated start. */
interface Sampled {
  startedAt: Date
  samples: Samples | null
}

const { sameRecording: rule } = competition

/**
 * Whether two activities show one recording. The measurements decide, slot by slot, regardless of the clock: the same heart
 * rates, or the same track at the same pace. Equal duration and distance alone never suffice.
 * The two are shifted slightly against each other, because a copy can lack some of its beginning or end; the best fit is
 * used. Heart rates match when they vary, correlate by `heartCorrelation` and differ little on average. Tracks match when
 * they lie within `trackM` of each other after alignment and scaling by at most 3 %. Members who train together record one
 * track at one time with two receivers, so at about the same time only `togetherM` is a match, and none is when their heart
 * rates differ.
 */
export function sameRecording(a: Sampled, b: Sampled): boolean {
  if (!a.samples || !b.samples || !areAboutEqual(spanS(a.samples), spanS(b.samples), rule.spanShare))
    return false
  const [one, other] = atOneLength(a.samples, b.samples)
  const hearts = isVaried(one.heart) && isVaried(other.heart)
  if (
    hearts &&
    areAlike(one.heart, other.heart) &&
    fits(one, 1 - rule.heartCorrelation, heartsApart(one.heart, other.heart), 1 - leastHopefulCorrelation)
  )
    return true
  const together = Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) <= rule.togetherMinutes * 60_000
  if (together && hearts) return false
  const apart = together ? rule.togetherM : Math.max(rule.trackM, stepM(one) * rule.trackStepShare)
  return lieTogether(one, other, apart) && fits(one, apart, tracksApart(one, other))
}

/** Decodes the samples of a base64 fingerprint. */
export function readSamples(fingerprint: string | null): Samples | null {
  return fingerprint === null ? null : unpackSamples(Buffer.from(fingerprint, "base64"))
}

/** Seconds from the start of the first slot to the end of the last. */
export function spanS({ slotS, speed }: Samples): number {
  return slotS * speed.length
}

/** Whether the heart rates are distinctive enough to compare recordings. */
export function isVaried(heart: readonly number[]): boolean {
  const known = heart.filter((one) => !Number.isNaN(one))
  return known.length >= rule.leastSlots && deviation(known) >= rule.leastHeartDeviation
}

function areAboutEqual(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * share
}

/** Average meters per slot. */
function stepM({ slotS, speed }: Samples): number {
  return mean(speed.filter((one) => !Number.isNaN(one))) * slotS
}

/** Both in slots of the longer length. */
function atOneLength(a: Samples, b: Samples): [Samples, Samples] {
  let [one, other] = [a, b]
  while (one.slotS < other.slotS) one = halved(one)
  while (other.slotS < one.slotS) other = halved(other)
  return [one, other]
}

function halved({ slotS, heart, speed, lat, lon }: Samples): Samples {
  const pairs = (values: readonly number[]) =>
    Array.from({ length: Math.ceil(values.length / 2) }, (_, i) => {
      const known = [values[2 * i], values[2 * i + 1]].filter(
        (v): v is number => v !== undefined && !Number.isNaN(v),
      )
      return known.length === 0 ? Number.NaN : mean(known)
    })
  return { slotS: slotS * 2, heart: pairs(heart), speed: pairs(speed), lat: pairs(lat), lon: pairs(lon) }
}

/** How far the other recording is moved against the one, in slots of the one. */
type Measure = (shift: number, enough: number) => number

/** A correlation of less at every whole slot rises to no match between two of them. */
const leastHopefulCorrelation = 0.5

/**
 * Whether any shift brings the two within `apart`: tried by whole slots, unless all are above `hopeless` by half slots, then
 * by eighths around the best of those. A measure may answer infinity as soon as it is above `enough`, the best so far.
 */
function fits(
  one: Samples,
  apart: number,
  measure: Measure,
  hopeless: number = Number.POSITIVE_INFINITY,
): boolean {
  const reach = Math.max(1, (spanS(one) * rule.spanShare) / one.slotS)
  let best = { apart: Number.POSITIVE_INFINITY, shift: 0 }
  const attempt = (shift: number) => {
    const found = measure(shift, best.apart)
    if (found < best.apart) best = { apart: found, shift }
    return found <= apart
  }
  for (let shift = 0; shift <= reach; shift++)
    if (attempt(shift) || (shift > 0 && attempt(-shift))) return true
  if (best.apart > hopeless) return false
  for (let shift = 0.5; shift <= reach; shift++) if (attempt(shift) || attempt(-shift)) return true
  const { shift } = best
  for (let by = 0.125; by < 0.5; by += 0.125) {
    if (attempt(shift + by) || attempt(shift - by)) return true
  }
  return false
}

/** Whether two series can match by mean and spread alone, which a small shift hardly changes. */
function areAlike(a: readonly number[], b: readonly number[]): boolean {
  const [one, other] = [a.filter((v) => !Number.isNaN(v)), b.filter((v) => !Number.isNaN(v))]
  return (
    Math.abs(mean(one) - mean(other)) <= 2 * rule.heartMeanBpm &&
    areAboutEqual(deviation(one), deviation(other), 0.3)
  )
}

/** Whether two tracks can match by position and size. */
function lieTogether(one: Samples, other: Samples, apart: number): boolean {
  const [a, b] = [pointsOf(one), pointsOf(other)]
  if (a.length < rule.leastSlots || b.length < rule.leastSlots) return false
  const [ca, cb] = [center(a), center(b)]
  const size = Math.max(radius(a, ca), radius(b, cb))
  return distance(ca, cb) <= size * 0.3 + apart && areAboutEqual(radius(a, ca), radius(b, cb), 0.3)
}

function pointsOf({ lat, lon }: Samples): Point[] {
  const east = 111_195 * Math.cos(((lat.find((one) => !Number.isNaN(one)) ?? 0) * Math.PI) / 180)
  return lat.flatMap((one, slot) =>
    Number.isNaN(one) ? [] : [{ y: one * 111_195, x: (lon[slot] as number) * east }],
  )
}

/**
 * The value `shift` slots after the middle of a slot, linearly interpolated. Each recording is shifted by half the distance,
 * so that interpolation smooths both equally.
 */
function shifted(values: readonly number[], shift: number, slot: number): number {
  const at = slot + shift
  const low = Math.floor(at)
  const share = at - low
  const a = values[low] ?? Number.NaN
  return share === 0 ? a : a + ((values[low + 1] ?? Number.NaN) - a) * share
}

/** 1 - the correlation of the heart rates. Runs for every candidate and shift, so it makes no arrays. */
function heartsApart(one: readonly number[], other: readonly number[]): Measure {
  const leastShared = Math.max(count(one), count(other)) * rule.leastShared
  return (shift) => {
    let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
    for (let slot = 0; slot < one.length; slot++) {
      // From a level at which sums of squares are exact enough.
      const x = shifted(one, -shift / 2, slot) - 140
      const y = shifted(other, shift / 2, slot) - 140
      if (Number.isNaN(x + y)) continue
      n++
      a += x
      b += y
      aa += x * x
      bb += y * y
      ab += x * y
    }
    if (n < leastShared || Math.abs(a - b) > rule.heartMeanBpm * n) return Number.POSITIVE_INFINITY
    return 1 - (n * ab - a * b) / Math.sqrt((n * aa - a * a) * (n * bb - b * b))
  }
}

/** Mean distance of the aligned tracks in meters. Runs for every candidate and shift, so it makes no arrays. */
function tracksApart(one: Samples, other: Samples): Measure {
  const origin = one.lat.findIndex((lat) => !Number.isNaN(lat))
  const [lat, lon] = [one.lat[origin] ?? Number.NaN, one.lon[origin] ?? Number.NaN]
  const east = 111_195 * Math.cos((lat * Math.PI) / 180)
  const inMeters = (samples: Samples) => ({
    y: samples.lat.map((value) => (value - lat) * 111_195),
    x: samples.lon.map((value) => (value - lon) * east),
  })
  const [p, q] = [inMeters(one), inMeters(other)]
  const least = Math.max(rule.leastSlots, Math.max(count(one.lat), count(other.lat)) * rule.leastShared)
  return (shift, enough) => {
    let [n, px, py, qx, qy, pp, qq] = [0, 0, 0, 0, 0, 0, 0]
    for (let slot = 0; slot < p.y.length; slot++) {
      const [ay, by] = [shifted(p.y, -shift / 2, slot), shifted(q.y, shift / 2, slot)]
      if (Number.isNaN(ay + by)) continue
      const [ax, bx] = [shifted(p.x, -shift / 2, slot), shifted(q.x, shift / 2, slot)]
      n++
      px += ax
      py += ay
      qx += bx
      qy += by
      pp += ax * ax + ay * ay
      qq += bx * bx + by * by
    }
    if (n < least) return Number.POSITIVE_INFINITY
    const [ca, cb] = [
      { x: px / n, y: py / n },
      { x: qx / n, y: qy / n },
    ]
    const ra = Math.sqrt(Math.max(0, pp / n - ca.x * ca.x - ca.y * ca.y))
    const rb = Math.sqrt(Math.max(0, qq / n - cb.x * cb.x - cb.y * cb.y))
    // All stationary tracks look alike.
    if (ra < rule.leastRadiusM || !areAboutEqual(ra, rb, rule.scaleShare)) return Number.POSITIVE_INFINITY
    if (distance(ca, cb) > ra * 2 * rule.scaleShare + rule.trackM) return Number.POSITIVE_INFINITY
    const scale = ra / rb
    let sum = 0
    for (let slot = 0; slot < p.y.length && sum <= enough * n; slot++) {
      const [ay, by] = [shifted(p.y, -shift / 2, slot), shifted(q.y, shift / 2, slot)]
      if (Number.isNaN(ay + by)) continue
      const [ax, bx] = [shifted(p.x, -shift / 2, slot), shifted(q.x, shift / 2, slot)]
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

function center(points: readonly Point[]): Point {
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
}

function radius(points: readonly Point[], middle: Point): number {
  return Math.sqrt(mean(points.map((p) => distance(p, middle) ** 2)))
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function count(values: readonly number[]): number {
  return values.filter((value) => !Number.isNaN(value)).length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
