import { describe, expect, test } from "vitest"
import type { Samples } from "#primitives/samples.ts"
import { anySamples } from "#test/support/fingerprints.ts"
import { sameBeats, sameRecording } from "./same-recording.ts"
import { isVaried } from "./series.ts"

const morning = new Date("2026-11-18T15:00:00Z")
const later = new Date("2026-11-18T18:37:00Z")
const of = (samples: Samples | null, startedAt = morning) => ({ samples, startedAt })
const one = anySamples(1)
const nothing = one.heart.map(() => Number.NaN)
const trackOnly = { ...one, heart: nothing }
/** In slots of a minute, as recordings of an hour or more are stored. */
const long = { ...one, slotS: 60 }
const heartOnly = { ...one, lat: nothing, lon: nothing }
const cut = ({ slotS, ...values }: Samples, from: number, to: number): Samples => ({
  slotS,
  heart: values.heart.slice(from, to),
  speed: values.speed.slice(from, to),
  lat: values.lat.slice(from, to),
  lon: values.lon.slice(from, to),
})
const scaled = (samples: Samples, by: number): Samples => ({
  ...samples,
  speed: samples.speed.map((speed) => speed * by),
  lat: samples.lat.map((lat) => 33.6 + (lat - 33.6) * by),
  lon: samples.lon.map((lon) => -117.9 + (lon + 117.9) * by),
})
const halfASlotLater = (samples: Samples): Samples => ({
  ...cut(samples, 1, samples.speed.length),
  heart: samples.heart.slice(1).map((beats, slot) => (beats + (samples.heart[slot] as number)) / 2),
})
/** Moved by some meters, in another direction in each slot. */
const jittered = (samples: Samples, meters: number): Samples => ({
  ...samples,
  lat: samples.lat.map((lat, slot) => lat + (meters / 111_195) * Math.cos(slot * 2.4)),
  lon: samples.lon.map((lon, slot) => lon + (meters / 92_600) * Math.sin(slot * 2.4)),
})

/** Each case is a separate test, so that a change of the code costs few comparisons. */
describe("whether two recordings are the same", () => {
  const pairs: [string, Samples | null, Samples | null, Date, boolean][] = [
    ["the same at the same time", one, one, morning, true],
    ["the same at another time", one, one, later, true],
    ["another one", one, anySamples(2), morning, false],
    ["without samples", one, null, morning, false],
    ["the ends cut off", one, cut(one, 2, 117), later, true],
    ["more than a little cut off", one, cut(one, 0, 110), later, false],
    ["1 % more distance", one, scaled(one, 1.01), later, true],
    ["only the track is left", one, trackOnly, later, true],
    ["only the track is left, 1 % longer", one, scaled(trackOnly, 1.01), later, true],
    ["the track 4 % larger is another one", trackOnly, scaled(trackOnly, 1.04), later, false],
    ["a track that is farther off is another one", trackOnly, jittered(trackOnly, 20), later, false],
    [
      "the same heart kilometers apart",
      one,
      { ...one, lat: anySamples(2).lat, lon: anySamples(2).lon },
      later,
      false,
    ],
    ["the same heart without a track", heartOnly, heartOnly, later, false],
    ["a group ride: one track, two hearts", one, { ...one, heart: anySamples(2).heart }, morning, false],
    ["the same track hours later, another heart", one, { ...one, heart: anySamples(2).heart }, later, true],
    ["a long one that is some meters off", long, jittered(long, 11), later, true],
    [
      "as far off with another heart, as the same way along a river",
      long,
      { ...jittered(long, 11), heart: anySamples(2).heart },
      later,
      false,
    ],
    ["a group ride without hearts", trackOnly, jittered(trackOnly, 0.5), morning, false],
    ["one file without hearts", trackOnly, trackOnly, morning, true],
    [
      "one track at one time, where only one heart tells anything",
      one,
      { ...one, heart: one.heart.map((_, slot) => 120 + (slot % 2)) },
      morning,
      true,
    ],
  ]
  test.each(pairs)("%s, whichever came first", (_, a, b, startedAt, same) => {
    expect(sameRecording(of(a), of(b, startedAt))).toBe(same)
    expect(sameRecording(of(b, startedAt), of(a))).toBe(same)
  })

  test("tracks a quarter of an hour apart count as recorded together, a minute more and they do not", () => {
    const other = { ...one, heart: anySamples(2).heart }
    const startedAfter = (minutes: number) => new Date(morning.getTime() + minutes * 60_000)
    expect(sameRecording(of(one), of(other, startedAfter(15)))).toBe(false)
    expect(sameRecording(of(one), of(other, startedAfter(16)))).toBe(true)
  })

  const hearts: [string, Samples | null, Samples | null, boolean][] = [
    ["the same", heartOnly, heartOnly, true],
    ["half a slot later", heartOnly, halfASlotLater(heartOnly), true],
    ["of a recording that has a track", one, heartOnly, true],
    ["of two that have tracks, which decide", one, one, false],
    ["another one", heartOnly, { ...heartOnly, heart: anySamples(2).heart }, false],
    ["ten beats more", heartOnly, { ...heartOnly, heart: one.heart.map((beats) => beats + 10) }, false],
    ["none", one, null, false],
  ]
  test.each(hearts)("heart rates are the same to the beat: %s", (_, a, b, same) => {
    expect(sameBeats(of(a), of(b, later))).toBe(same)
    expect(sameBeats(of(b, later), of(a))).toBe(same)
  })

  test("slots of different lengths are compared in the longer one", () => {
    const pairs = (values: readonly number[]) =>
      Array.from({ length: 60 }, (_, i) => ((values[2 * i] as number) + (values[2 * i + 1] as number)) / 2)
    const coarse = {
      slotS: 60,
      heart: pairs(one.heart),
      speed: pairs(one.speed),
      lat: pairs(one.lat),
      lon: pairs(one.lon),
    }
    expect(sameRecording(of(one), of(coarse, later))).toBe(true)
    expect(sameRecording(of(anySamples(2)), of(coarse, later))).toBe(false)
  })

  test("a heart rate that hardly varies, and a track that stays in place, are not distinctive", () => {
    const still = { ...one, lat: one.lat.map(() => 33.6), lon: one.lon.map(() => -117.9) }
    const calm = { ...still, heart: one.heart.map((_, slot) => 120 + (slot % 2)) }
    expect(isVaried(calm.heart)).toBe(false)
    expect(isVaried(one.heart)).toBe(true)
    expect(isVaried(one.heart.slice(0, 15))).toBe(false)
    expect(sameRecording(of(calm), of(calm, later))).toBe(false)
  })

  test("none of thirty recordings matches another", () => {
    const many = Array.from({ length: 30 }, (_, n) => anySamples(n + 1))
    for (const [n, a] of many.entries())
      for (const b of many.slice(n + 1)) expect(sameRecording(of(a), of(b, later))).toBe(false)
  })
})

/** A great circle at an even pace, so that a track is the same however its slots lie. */
const circle = (later: number, slots = 120): Samples => {
  const at = (slot: number) => ((slot + later) * 30) / 600
  const all = Array.from({ length: slots }, (_, slot) => slot)
  return {
    ...{ slotS: 30, heart: all.map(() => Number.NaN), speed: all.map(() => 1) },
    lat: all.map((slot) => (600 / 111_195) * Math.sin(at(slot))),
    lon: all.map((slot) => (600 / 111_195) * Math.cos(at(slot))),
  }
}

const begun = [0, 0.5, 1, 1.5, 3.5, 6.5, -0.5, -6.5]
test.each(begun)("a file matches itself wherever its slots begin: %d later", (by) => {
  expect(sameRecording(of(circle(0)), of(circle(by)))).toBe(true)
})
test.each(begun)("the receiver of a training partner does not match: %d later", (by) => {
  expect(sameRecording(of(circle(0)), of(jittered(circle(by), 0.6)))).toBe(false)
})
test.each<[string, Samples, Samples, boolean]>([
  ["a shift of as much as may be missing", circle(0, 125), circle(7.5, 125), true],
  ["a shift of more than may be missing", circle(0, 125), circle(8, 125), false],
  ["as much cut off as may be missing", circle(0, 100), cut(circle(0, 100), 6, 100), true],
  ["more cut off than may be missing", circle(0, 100), cut(circle(0, 100), 7, 100), false],
])("%s", (_, first, second, same) => {
  expect(sameRecording(of(first), of(second))).toBe(same)
})

test("a slot of twice the length is the mean of two that follow each other", () => {
  const fine = circle(0, 32)
  const pairs = (values: readonly number[]) =>
    Array.from({ length: 16 }, (_, at) => ((values[2 * at] as number) + (values[2 * at + 1] as number)) / 2)
  const coarse = { ...fine, slotS: 60, heart: pairs(fine.heart), speed: pairs(fine.speed) }
  expect(sameRecording(of(fine), of({ ...coarse, lat: pairs(fine.lat), lon: pairs(fine.lon) }))).toBe(true)
})

test("a heart rate that varies by three beats is distinctive, one that varies by less is not", () => {
  const beating = (by: number) => Array.from({ length: 16 }, (_, slot) => 140 + (slot % 2 ? by : -by))
  expect([isVaried(beating(3)), isVaried(beating(2.99))]).toEqual([true, false])
})

/** A recording just within a limit is a copy, and just beyond it is not. */
describe("each limit from both sides", () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const sized = (samples: Samples, by: number): Samples => ({
    ...samples,
    lat: samples.lat.map((lat) => mean(one.lat) + (lat - mean(one.lat)) * by),
    lon: samples.lon.map((lon) => mean(one.lon) + (lon - mean(one.lon)) * by),
  })
  const withHeart = (change: (beats: number, slot: number) => number) => ({
    ...heartOnly,
    heart: one.heart.map(change),
  })
  const gapped = (values: readonly number[], slots: number) =>
    values.map((value, slot) => (slot >= 40 && slot < 40 + slots ? Number.NaN : value))
  const another = anySamples(2).heart
  const fast = { ...trackOnly, speed: one.speed.map(() => 10) }
  const wider = (by: number) => withHeart((beats) => mean(one.heart) + (beats - mean(one.heart)) * by)
  const noisy = (by: number) =>
    withHeart((beats, slot) => beats + by * ((another[slot] ?? 0) - mean(another)))
  const north = (meters: number) => ({ ...trackOnly, lat: one.lat.map((lat) => lat + meters / 111_195) })
  const east = (meters: number) => ({ ...trackOnly, lon: one.lon.map((lon) => lon + meters / 92_600) })
  const heartGap = (slots: number) => ({ ...heartOnly, heart: gapped(one.heart, slots) })
  const trackGap = (slots: number) => ({
    ...{ ...trackOnly, lat: gapped(one.lat, slots), lon: gapped(one.lon, slots) },
  })

  const hundred = { track: cut(trackOnly, 0, 100), heart: cut(heartOnly, 0, 100) }
  const limits: [string, Samples, (by: number) => Samples, within: number, beyond: number, Date?][] = [
    ["hearts that differ on average", heartOnly, (by) => withHeart((beats) => beats + by), 0.9, 1.6],
    ["hearts with another's noise", heartOnly, noisy, 0.12, 0.2],
    ["hearts that vary more", heartOnly, wider, 1.1, 1.2],
    ["hearts that are not all there", heartOnly, heartGap, 14, 15],
    ["tracks that are not all there", trackOnly, trackGap, 14, 15],
    ["tracks meters apart", trackOnly, (by) => jittered(trackOnly, by), 7.9, 8.1],
    ["tracks of those who trained together", trackOnly, (by) => jittered(trackOnly, by), 0.19, 0.21, morning],
    ["tracks of the fast", fast, (by) => jittered(fast, by), 25, 26],
    ["a larger track", trackOnly, (by) => sized(trackOnly, by), 1.03, 1.032],
    ["a smaller track", trackOnly, (by) => sized(trackOnly, by), 0.971, 0.969],
    ["a track farther north", trackOnly, north, 43.5, 44.5],
    ["a track farther east", trackOnly, east, 43.5, 44.5],
    ["a track cut at its end", trackOnly, (by) => cut(trackOnly, 0, 120 - by), 7, 8],
    ["a track cut at its beginning", trackOnly, (by) => cut(trackOnly, by, 120), 7, 8],
    ["a heart cut at its end", heartOnly, (by) => cut(heartOnly, 0, 120 - by), 7, 8],
    ["a heart cut at its beginning", heartOnly, (by) => cut(heartOnly, by, 120), 7, 8],
    ["a track of a hundred slots", hundred.track, (by) => cut(trackGap(by), 0, 100), 12, 13],
    ["a heart of a hundred slots", hundred.heart, (by) => cut(heartGap(by), 0, 100), 12, 13],
  ]
  const same = (a: ReturnType<typeof of>, b: ReturnType<typeof of>) => sameRecording(a, b) || sameBeats(a, b)
  test.each(limits)(
    "%s: the same recording up to the limit and not beyond it, whichever came first",
    (_, first, changed, within, beyond, startedAt = later) => {
      const bothWays = (by: number) => [
        same(of(first), of(changed(by), startedAt)),
        same(of(changed(by), startedAt), of(first)),
      ]
      expect([bothWays(within), bothWays(beyond)]).toEqual([
        [true, true],
        [false, false],
      ])
    },
  )
  test("a track that hardly moves, a heart rate that hardly varies, and recordings that are too short prove nothing", () => {
    const itself = (samples: Samples) => same(of(samples), of(samples, later))
    expect([itself(sized(trackOnly, 0.084)), itself(sized(trackOnly, 0.083))]).toEqual([true, false])
    const calm = (by: number) => isVaried(one.heart.map((beats) => 140 + (beats - 140) * by))
    expect([calm(0.362), calm(0.357)]).toEqual([true, false])
    for (const all of [heartOnly, trackOnly])
      expect([itself(cut(all, 0, 16)), itself(cut(all, 0, 15))]).toEqual([true, false])
  })

  test.each([0.125, 0.25, 0.375, 0.625, 0.75, 0.875])(
    "a copy is found if its slots begin %d of a slot later",
    (share) => {
      const moved = (values: readonly number[]) =>
        values
          .slice(1)
          .map((value, slot) => (values[slot] as number) + (value - (values[slot] as number)) * share)
      const copy = {
        ...trackOnly,
        heart: nothing.slice(1),
        speed: one.speed.slice(1),
        lat: moved(one.lat),
        lon: moved(one.lon),
      }
      expect(sameRecording(of(trackOnly), of(copy, later))).toBe(true)
      expect(sameRecording(of(copy, later), of(trackOnly))).toBe(true)
    },
  )

  test.each([0, 1])(
    "a recording with values in every other slot is compared in slots twice as long: %d",
    (odd) => {
      const known = (values: readonly number[]) =>
        values.map((value, slot) => (slot % 2 === odd ? Number.NaN : value))
      const half = (values: readonly number[]) => values.filter((_value, slot) => slot % 2 !== odd)
      const seldom = { ...heartOnly, heart: known(one.heart).slice(0, 119) }
      const coarse = {
        slotS: 60,
        heart: half(one.heart),
        speed: half(one.speed),
        lat: half(nothing),
        lon: half(nothing),
      }
      expect(sameBeats(of(seldom), of(coarse, later))).toBe(true)
      expect(sameBeats(of(coarse, later), of(seldom))).toBe(true)
    },
  )
})
