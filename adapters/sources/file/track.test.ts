/** The totals of a track without totals of its own: distance, moving time, climb and the fastest five minutes. */
import { expect, test } from "vitest"
import { limits } from "./limits.ts"
import { isJump, Track, type TrackPoint } from "./track.ts"

const nothing = { lat: NaN, lon: NaN, distance: NaN, elevation: NaN, heart: NaN }
/** Points as seconds from the start and meters counted by the recorder; "pause" is a pause of the recorder. */
function track(
  ...points: (readonly [seconds: number, meters: number] | Partial<TrackPoint> | "pause")[]
): Track {
  const made = new Track()
  for (const point of points)
    if (point === "pause") made.pause()
    else if (Array.isArray(point)) made.add({ ...nothing, time: point[0] * 1000, distance: point[1] })
    else made.add({ ...nothing, time: NaN, ...(point as Partial<TrackPoint>) })
  return made
}
const at = (seconds: number, meters: number) => [seconds, meters] as const

test.each([
  ["no point", [], undefined],
  ["one point", [at(0, 0)], undefined],
  ["two points", [at(0, 0), at(10, 30)], [10, 10, 30]],
  ["a point without a time between two", [at(0, 0), { distance: 15 }, at(10, 30)], [10, 10, 30]],
  ["a clock that runs backward", [at(0, 0), at(10, 30), at(5, 40), at(20, 60)], [20, 20, 60]],
  ["a stopped clock", [at(0, 0), at(10, 30), at(10, 40), at(20, 60)], [20, 20, 60]],
  ["stationary for ten seconds", [at(0, 0), at(10, 30), at(20, 30), at(30, 60)], [30, 30, 60]],
  ["stationary for eleven seconds", [at(0, 0), at(10, 30), at(21, 30), at(31, 60)], [31, 20, 60]],
  ["stationary for ten seconds at the end", [at(0, 0), at(10, 30), at(20, 30)], [20, 20, 30]],
  ["stationary for eleven seconds at the end", [at(0, 0), at(10, 30), at(21, 30)], [21, 10, 30]],
  ["a step in three seconds", [at(0, 0), at(100, 30)], [100, 100, 30]],
  ["less than a step in three seconds", [at(0, 0), at(100, 29.9)], [100, 0, 0]],
  ["a pause of the recorder", [at(0, 0), at(10, 30), "pause", at(20, 60), at(30, 90)], [30, 20, 60]],
  ["a pause before the first point", ["pause", at(0, 0), at(10, 30)], [10, 10, 30]],
  ["a pause after being stationary", [at(0, 0), at(10, 30), at(18, 30), "pause", at(90, 60)], [90, 10, 30]],
  ["the maximum plausible speed", [at(0, 0), at(10, 600)], [10, 10, 600]],
  ["a jump", [at(0, 0), at(10, 601), at(20, 631)], [20, 10, 30]],
  ["a counter that is reset", [at(0, 100), at(10, 130), at(20, 0), at(30, 30)], [30, 30, 60]],
] as [string, Parameters<typeof track>, [number, number, number] | undefined][])(
  "%s",
  (_what, points, expected) => {
    const totals = track(...points).totals()
    expect(totals && [totals.elapsedS, totals.movingS, Math.round(totals.distanceM * 10) / 10]).toEqual(
      expected,
    )
  },
)

test("a drawn route, most of whose points have no time, has no totals", () => {
  const timed = [at(0, 0), at(10, 30)]
  expect(track(...timed, {}, {}).totals()).toBeDefined()
  expect(track(...timed, {}, {}, {}).totals()).toBeUndefined()
})

test.each([
  [[10, 12.9, 10], 0],
  [[10, 13], 3],
  [[10, 5, 8], 3],
  [[10, 13, 10, 13], 6],
  [[NaN, 10, NaN, 15], 5],
  [[NaN, NaN], null],
])("over %j m the total climb is %s", (elevations, climbed) => {
  const points = elevations.map((elevation, n) => ({ time: n * 1000, distance: n * 3, elevation }))
  expect(track(...points).totals()?.elevationM).toBe(climbed)
})

test.each([
  ["shorter", [at(0, 0), at(299, 900)], null],
  ["exactly five minutes long", [at(0, 0), at(300, 900)], 10.8],
  ["fastest at the end", [at(0, 0), at(300, 600), at(600, 1800)], 14.4],
  ["fastest at the beginning", [at(0, 0), at(300, 1200), at(600, 1800)], 14.4],
  ["made of longer steps", [at(0, 0), at(600, 1800)], 10.8],
])("the fastest five minutes of a track that is %s", (_what, points, kmh) => {
  const fastest = track(...points).totals()?.fiveMinutesKmh
  expect(fastest === null || fastest === undefined ? null : Math.round(fastest * 10) / 10).toBe(kmh)
})

test("positions are used where the recorder did not count distance; points without a position add none", () => {
  const made = track({ lat: 0, lon: 0 }, { lat: 0, lon: 0.001 }, {})
  expect(made.between(0, 1)).toBeCloseTo(111.2, 0)
  expect(made.between(1, 2)).toBe(0)
  expect([isJump(600, 10), isJump(600.1, 10)]).toEqual([false, true])
  expect(made.at(1)).toMatchObject({ lat: 0, lon: 0.001 })
})

test("a pause affects only the points around it", () => {
  const made = track(at(0, 0), at(1, 3), "pause", at(2, 6), at(3, 9))
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 3],
    [2, 3],
  ] as const
  expect(pairs.map(([a, b]) => made.pausedBetween(a, b))).toEqual([false, true, true, false])
})

test("a track may have the maximum number of points, and one more is refused", () => {
  const made = new Track()
  for (let n = 0; n < limits.points; n++) made.add({ ...nothing, time: n })
  expect(made.length).toBe(limits.points)
  expect(() => made.add({ ...nothing, time: 0 })).toThrow("has more than 350,000 track points")
})
