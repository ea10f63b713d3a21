/**
 * Values derived from a track alone: the distance between its positions, and the samples by which a copy is recognized.
 */
import { expect, test } from "vitest"
import { unpackSamples } from "#primitives/samples.ts"
import { outing, printOf, routeOf } from "#test/support/outings.ts"
import { fingerprintOf, locate } from "./fingerprint.ts"
import { Track, type TrackPoint } from "./track.ts"

const nothing = { lat: NaN, lon: NaN, distance: NaN, elevation: NaN, heart: NaN }
/** Points by their time in seconds; "pause" is a pause of the recorder. */
function track(...points: ((Partial<TrackPoint> & { s?: number }) | "pause")[]): Track {
  const made = new Track()
  for (const point of points)
    if (point === "pause") made.pause()
    else made.add({ ...nothing, time: (point.s ?? NaN) * 1000, ...point })
  return made
}
/** A position the given number of meters north of the equator. */
const north = (s: number, meters: number) => ({ s, lat: meters / 111_195.08, lon: 0 })

test.each([
  ["no position", [{ s: 0 }, { s: 10 }], 0, 0],
  ["half a minute between positions", [north(0, 0), north(30, 90)], 30, 90],
  ["a longer gap between positions", [north(0, 0), north(31, 90)], 0, 90],
  ["a jump", [north(0, 0), north(10, 601), north(20, 631)], 10, 30],
  ["a pause", [north(0, 0), north(10, 30), "pause", north(20, 60), north(30, 90)], 20, 60],
  ["a stopped clock", [north(0, 0), north(10, 30), north(10, 50), north(20, 60)], 20, 60],
  ["a clock that runs backward", [north(0, 0), north(10, 30), north(5, 50), north(20, 60)], 20, 60],
  ["points without a time", [north(0, 0), { lat: 1, lon: 1 }, north(10, 30)], 10, 30],
  ["points without a latitude", [north(0, 0), { s: 5, lon: 1 }, north(10, 30)], 10, 30],
  ["points without a longitude", [north(0, 0), { s: 5, lat: 1 }, north(10, 30)], 10, 30],
] as [string, Parameters<typeof track>, number, number][])(
  "with %s, positions cover %s",
  (_, points, trackS, trackM) => {
    const located = locate(track(...points))
    expect(located.trackS).toBe(trackS)
    expect(located.trackM).toBeCloseTo(trackM, 1)
  },
)

const samplesOf = (made: Track) => {
  const print = fingerprintOf(made)
  if (print === null) return null
  const samples = unpackSamples(Buffer.from(print, "base64"))
  if (!samples) throw new Error("No samples in it")
  return samples
}
/** A point every ten seconds at three meters per second. */
const steady = (lastS: number, changes: (s: number) => Partial<TrackPoint> = () => ({})) =>
  Array.from({ length: Math.floor(lastS / 10) + 1 }, (_, n) => ({
    ...{ s: n * 10, distance: n * 30, ...changes(n * 10) },
  }))

test.each([
  ["no point", [], null],
  ["one point", [{ s: 0 }], null],
  ["a track that is too short", [...steady(220), { s: 225, distance: 675 }], null],
  ["just enough", [...steady(220), { s: 226, distance: 678 }], [15, 16]],
  ["the maximum number of slots", steady(1920), [15, 128]],
  ["a slightly longer track", [...steady(1920), { s: 1921, distance: 5763 }], [30, 65]],
  ["four hours", steady(14_400), [120, 120]],
] as [string, Parameters<typeof track>, [number, number] | null][])(
  "%s has slots of %j",
  (_, points, slots) => {
    const samples = samplesOf(track(...points))
    expect(samples && [samples.slotS, samples.speed.length]).toEqual(slots)
  },
)

test("values that vary from point to point are averaged over time, regardless of which points exist", () => {
  const climbing = (s: number) => ({
    heart: 100 + s / 6,
    lat: s / 10_000,
    lon: s / 5000,
    distance: (s * s) / 100,
  })
  const samples = samplesOf(track(...steady(300, climbing)))
  const middles = Array.from({ length: 20 }, (_, slot) => slot * 15 + 7.5)
  expect(samples?.heart).toEqual(middles.map((s) => Math.round(100 + s / 6)))
  middles.forEach((s, slot) => {
    expect(samples?.lat[slot]).toBeCloseTo(s / 10_000, 6)
    expect(samples?.lon[slot]).toBeCloseTo(s / 5000, 6)
    // The speed is constant within ten seconds: that of the ten seconds before, after or of both.
    expect(Math.abs((samples?.speed[slot] ?? 0) - s / 50)).toBeLessThan(0.04)
  })
  const fewer = samplesOf(track(...steady(300, climbing).filter((_, n) => n % 3 === 0)))
  expect(fewer?.heart).toEqual(samples?.heart)
  const late = samplesOf(track(...steady(300, climbing).map((one) => ({ ...one, s: one.s + 1e6 }))))
  expect(late).toEqual(samples)
})

test.each([
  ["two minutes without a point", (s: number) => s <= 100 || s >= 220, []],
  ["more than two minutes", (s: number) => s <= 100 || s >= 230, [7, 8, 9, 10, 11, 12, 13, 14]],
])("%s: only samples in a gap of more than two minutes are unknown", (_, isThere, unknown) => {
  const samples = samplesOf(track(...steady(300).filter(({ s }) => isThere(s))))
  const missing = samples?.speed.flatMap((one, slot) => (Number.isNaN(one) ? [slot] : []))
  expect(missing).toEqual(unknown)
  expect(samples?.speed.filter((one) => !Number.isNaN(one)).every((one) => one === 3)).toBe(true)
})

test("a pause of the recorder and a stopped clock do not affect the samples around them", () => {
  const [before, after] = [steady(300).filter(({ s }) => s <= 90), steady(300).filter(({ s }) => s >= 120)]
  const samples = samplesOf(track(...before, "pause", ...after))
  expect(samples?.speed.map(Number.isNaN).indexOf(true)).toBe(6)
  expect(samples?.speed.filter(Number.isNaN)).toHaveLength(2)
  const again = { s: 90, distance: 9000 }
  expect(samplesOf(track(...before, again, { distance: 5 }, ...after))).toEqual(
    samplesOf(track(...before, ...after)),
  )
})

test("a GPS jump adds no distance, and a missing heart rate affects only its own time", () => {
  const far = samplesOf(track(...steady(300, (s) => ({ distance: s * 3 + (s >= 150 ? 700 : 0) }))))
  expect(far?.speed.map((one) => Math.round(one * 100) / 100)).toEqual(
    Array.from({ length: 20 }, (_, slot) => (slot === 9 ? 1 : 3)),
  )
  const heart = samplesOf(track(...steady(300, (s) => (s === 150 ? {} : { heart: 140 }))))
  expect(heart?.heart).toEqual(Array(20).fill(140))
  const none = samplesOf(track(...steady(300, (s) => (s >= 140 && s <= 170 ? {} : { heart: 140 }))))
  expect(none?.heart.map(Number.isNaN).indexOf(true)).toBe(9)
})

test("a virtual track has no windows: everybody who rides it at the same power has the same pace", () => {
  const points = outing(routeOf(3, 20_000), 3, { mps: 8, toM: 20_000 })
  const windowsOf = (virtual: boolean) =>
    unpackSamples(Buffer.from(printOf(points, { virtual }) ?? "", "base64"))?.windows ?? null
  expect(windowsOf(false)?.length).toBeGreaterThan(3)
  expect(windowsOf(true)).toEqual([])
})
