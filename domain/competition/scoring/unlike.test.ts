/** Which activities look like another kind by their measurements, and which do not, however unusual they are. */
import { expect, test } from "vitest"
import { type Outing, outAndBack, samplesOfOuting } from "#test/support/outing-samples.ts"
import { isTooEven, isUnlikeItsKind } from "./unlike.ts"

const measured = {
  ...{ kind: "ride", movingS: 3600, distanceM: 25_000, indoor: false, virtual: false },
  ...{ climbMph: null as number | null, climbBpm: null as number | null },
}

test.each<[string, Partial<typeof measured>, boolean]>([
  ["an e-bike at an easy heart rate", { climbMph: 1100, climbBpm: 108 }, true],
  ["a faster one", { climbMph: 1350, climbBpm: 125 }, true],
  ["a car with a bicycle on its roof", { climbMph: 2900 }, true],
  ["an amateur uphill", { climbMph: 800, climbBpm: 158 }, false],
  ["a strong one", { climbMph: 1200, climbBpm: 171 }, false],
  ["a professional", { climbMph: 1650, climbBpm: 184 }, false],
  ["an easy climb with a sensor that fails", { climbMph: 600, climbBpm: 60 }, false],
  ["a strong climb with a sensor that reads half the beats", { climbMph: 1100, climbBpm: 82 }, false],
  ["a strong climb without a strap", { climbMph: 1300 }, false],
  ["a ride without elevation", { climbBpm: 90 }, false],
  ["an e-bike that says so", { kind: "ebike", climbMph: 1100, climbBpm: 108 }, false],
  ["a virtual mountain", { virtual: true, climbMph: 1100, climbBpm: 108 }, false],
  ["a gondola on a hike", { kind: "hike", climbMph: 3000, climbBpm: 80 }, false],
])("%s", (_, changes, isUnlike) => {
  expect(isUnlikeItsKind({ ...measured, ...changes, samples: null })).toBe(isUnlike)
})

/** Stops of 22 s every 400 to 560 m, and up to 45 km/h in between: 18 to 20 km/h on average. */
function bus(s: number): number {
  const [stop, go] = [22, 72 + 8 * Math.sin(Math.floor(s / 94))]
  const at = s % (stop + go)
  if (at < stop) return 0
  return Math.min(at - stop, stop + go - at, 10.5) * 0.75
}
const repeats = (fast: number, slow: number, fastS: number, slowS: number) => (s: number) =>
  s % (fastS + slowS) < fastS ? fast : slow
const working = () => 158
const resting = (s: number) => 82 + 5 * Math.sin(s / 70)
const run = (minutes: number, speed: (s: number) => number, heart?: (s: number) => number) => {
  const outing: Outing = { minutes, from: [33.6, -117.9], way: outAndBack(4, 9000), speed }
  const samples = samplesOfOuting(heart ? { ...outing, heart } : outing)
  let distanceM = 0
  for (let s = 0; s < minutes * 60; s++) distanceM += speed(s + 0.5)
  return { ...measured, kind: "run", movingS: minutes * 60, distanceM, samples }
}

test.each<[string, ReturnType<typeof run>, boolean]>([
  ["a bus with a resting heart", run(30, bus, resting), true],
  ["a bus without a strap", run(30, bus), true],
  ["a longer way by bus", run(60, bus), true],
  ["two hours by bus", run(110, bus), true],
  ["a steady car at 18 km/h with a resting heart", run(40, () => 5, resting), true],
  ["a fast run", run(40, () => 5, working), false],
  ["a fast run without a strap", run(40, () => 5), false],
  [
    "a fast run with a strap that failed for most of it",
    run(
      40,
      () => 5,
      (s) => (s < 900 ? 70 : Number.NaN),
    ),
    false,
  ],
  [
    "an easy run with a sensor that reads half the beats",
    run(
      50,
      () => 2.9,
      () => 75,
    ),
    false,
  ],
  ["a fartlek", run(50, (s) => 4 + Math.sin(s / 120)), false],
  ["hard repeats with jogging between", run(60, repeats(5.4, 3, 200, 120)), false],
  ["400 m repeats of an elite club with standing rests", run(45, repeats(6.2, 0, 65, 90)), false],
  ["the same with short rests and a strap", run(45, repeats(6.2, 1, 65, 20), working), false],
  ["sprints with walks", run(40, repeats(8.5, 1.2, 14, 120)), false],
  ["a fast hilly run", run(80, (s) => 4.1 * (1 + 0.45 * Math.sin(s / 180))), false],
  ["a run with traffic lights", run(45, repeats(3.2, 0, 150, 30)), false],
])("a run: %s", (_, outing, isUnlike) => {
  expect(isUnlikeItsKind(outing)).toBe(isUnlike)
  expect(isUnlikeItsKind({ ...outing, indoor: true })).toBe(false)
})

test.each<[string, ReturnType<typeof run>, boolean]>([
  ["what a program makes up", run(75, () => 3.2), true],
  ["the same in numbers that are rounded", run(75, (s) => 3.2 + (s % 2) / 100), true],
  ["a very even runner", run(75, (s) => 3.2 * (1 + 0.015 * Math.sin(s / 90))), false],
  ["some minutes alone", run(8, () => 3.2), false],
])("one speed from start to end: %s", (_, outing, isEven) => {
  expect(isTooEven(outing)).toBe(isEven)
  expect(isTooEven({ ...outing, indoor: true })).toBe(false)
})

test("a treadmill at constant speed has no track, and is not suspicious", () => {
  const { samples, ...machine } = run(75, () => 3.2)
  const none = samples.lat.map(() => Number.NaN)
  expect(isTooEven({ ...machine, samples: { ...samples, lat: none, lon: none } })).toBe(false)
})
