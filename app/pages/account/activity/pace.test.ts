import { expect, test } from "vitest"
import { paceOf, speedsIn } from "./pace.ts"

test.each([
  ["run", 3600, 10_000, "metric", "Pace", "6:00 per km"],
  ["walk", 1000, 3000, "metric", "Pace", "5:33 per km"],
  ["hike", 3599.6, 1000, "metric", "Pace", "60:00 per km"],
  ["run", 3600, 10_000, "imperial", "Pace", "9:39 per mile"],
  ["ride", 3600, 28_100, "metric", "Speed", "28.1 km/h"],
  ["ride", 3600, 28_100, "imperial", "Speed", "17.5 mph"],
  ["run", 0, 10_000, "metric", "Pace", null],
  ["strength", 3600, 9, "metric", "Speed", null],
] as const)("a %s of %d s over %d m in %s units: %s %s", (kind, movingS, distanceM, units, label, text) => {
  expect(paceOf({ kind, movingS, distanceM }, units)).toEqual({ label, text })
})

test("speeds are those of the recording, in miles if miles are shown", () => {
  expect(speedsIn([10, null, 16.1], "metric")).toEqual([10, null, 16.1])
  expect(speedsIn([10, null, 16.1], "imperial")).toEqual([6.2, null, 10])
})
