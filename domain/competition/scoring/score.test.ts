import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type ActivityKind, activityKinds } from "#content/activity-kinds.ts"
import { type Ruleset, rulesets } from "#content/competitions.ts"
import { inOneLine } from "#test/support/score-line.ts"
import { type Effort, score } from "./score.ts"

const v1 = rulesets[0] as Ruleset
const effort = (kind: ActivityKind, minutes: number, km = 0): Effort => ({
  kind,
  movingS: Math.round(minutes * 60),
  distanceM: Math.round(km * 1000),
})

describe("one athlete-day", () => {
  test.each<[string, Effort[], number, string]>([
    [
      "the run of the rules",
      [effort("run", 32, 6.1)],
      88,
      "32 min running = 32, 6.1 km = 31, active day = 25",
    ],
    ["nothing", [], 0, ""],
    ["too short for an active day", [effort("run", 19, 3)], 34, "19 min running = 19, 3 km = 15"],
    ["exactly twenty minutes", [effort("yoga", 20)], 33, "20 min yoga at 0.4 = 8, active day = 25"],
    [
      "minutes beyond the first hour count half, beyond the second a quarter",
      [effort("hiit", 200)],
      135,
      "200 min HIIT (less beyond the first hour) = 110, active day = 25",
    ],
    [
      "a long ride: distance beyond 75 points at half",
      [effort("ride", 180, 90)],
      60 + 30 + 6 + 75 + 30 + 25,
      "180 min riding at 0.8 (less beyond the first hour) = 96, 90 km (half beyond 75 points) = 105, active day = 25",
    ],
    [
      "strength and a run share the bands",
      [effort("strength", 50), effort("run", 30, 5)],
      30 + 30 + 5 + 25 + 25,
      "30 min running = 30, 50 min strength work at 0.8 (less beyond the first hour) = 35, 5 km = 25, active day = 25",
    ],
    [
      "two swims add up before they are rounded",
      [effort("swim", 15, 0.51), effort("swim", 15, 0.51)],
      81,
      "30 min swimming = 30, 1.02 km = 26, active day = 25",
    ],
    [
      "an e-bike earns little by distance",
      [effort("ebike", 50, 20)],
      75,
      "50 min e-bike riding at 0.8 = 40, 20 km = 10, active day = 25",
    ],
    [
      "the distances of a day reach 75 points together",
      [effort("run", 0, 10), effort("ride", 0, 30), effort("swim", 0, 3)],
      123,
      "10 km running = 50, 3 km swimming (half beyond 75 points) = 50, 30 km riding (half beyond 75 points) = 23",
    ],
    ["meters without minutes", [effort("run", 0, 5)], 25, "5 km = 25"],
    [
      "a kind without meters",
      [effort("run", 10), effort("ride", 0, 6.123)],
      19,
      "10 min running = 10, 6.1 km = 9",
    ],
    ["less than half a point", [effort("yoga", 1)], 0, "1 min yoga at 0.4 = 0"],
    ["less than two kilometers", [effort("run", 0, 1.996)], 10, "2 km = 10"],
    ["transitions earn nothing", [effort("transition", 19, 0.3)], 0, ""],
    [
      "the limit of a day",
      [effort("run", 600, 100)],
      250,
      "600 min running (less beyond the first hour) = 210, 100 km (half beyond 75 points) = 288, active day = 25, at most 250 a day = −273",
    ],
  ])("%s", (_, efforts, points, words) => {
    const day = score(efforts, v1)
    expect(day.points).toBe(points)
    expect(inOneLine(day.lines)).toBe(words)
  })
})

const anyEffort = fc.record({
  kind: fc.constantFrom(...activityKinds),
  movingS: fc.integer({ min: 0, max: 40_000 }),
  distanceM: fc.integer({ min: 0, max: 200_000 }),
})
const anyDay = fc.array(anyEffort, { maxLength: 8 })

describe("for any day", () => {
  test("the order of activities does not matter", () => {
    fc.assert(
      fc.property(
        anyDay.chain((day) =>
          fc.tuple(fc.constant(day), fc.shuffledSubarray(day, { minLength: day.length })),
        ),
        ([day, shuffled]) => {
          expect(score(shuffled, v1)).toEqual(score(day, v1))
        },
      ),
    )
  })

  test("one more activity never takes points away", () => {
    fc.assert(
      fc.property(anyDay, anyEffort, (day, more) => {
        expect(score([...day, more], v1).points).toBeGreaterThanOrEqual(score(day, v1).points)
      }),
    )
  })

  test("whole points between 0 and the limit, and the lines add up to them", () => {
    fc.assert(
      fc.property(anyDay, (efforts) => {
        const day = score(efforts, v1)
        expect(Number.isInteger(day.points)).toBe(true)
        expect(day.points).toBeGreaterThanOrEqual(0)
        expect(day.points).toBeLessThanOrEqual(250)
        expect(day.lines.reduce((sum, line) => sum + line.points, 0)).toBe(day.points)
        expect(day.lines.every((line) => Number.isInteger(line.points))).toBe(true)
      }),
    )
  })
})
