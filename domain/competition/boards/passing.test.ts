import { expect, test } from "vitest"
import { gapIn } from "./gap.ts"
import { sessionWorth } from "./passing.ts"
import type { StandingRow } from "./standing-row.ts"

/** Nine kilometers an hour. */
const runner = { today: [], kind: "run", slowest: 2.5 } as const
const from = "2026-11-23"

test.each([
  // 20 minutes, 3 km and an active day are 60 points, and a tie passes nobody.
  [59, 20],
  [60, 30],
  [77, 30],
  [78, 45],
  [197, 120],
])("%i points are passed by a run of %i minutes", (points, minutes) => {
  expect(sessionWorth(runner, { points, from })).toEqual({ minutes, kind: "run" })
})

test("points earned today reduce what can still be earned, finally to nothing", () => {
  const today = [{ kind: "run" as const, movingS: 3_600, distanceM: 10_000 }]
  expect(sessionWorth({ ...runner, today }, { points: 25, from })).toEqual({ minutes: 30, kind: "run" })
  expect(sessionWorth({ ...runner, today }, { points: 112, from })).toBeNull()
})

test("the rules of the season's first day apply, and without recent training nothing is suggested", () => {
  const racer = { today: [], kind: "wheelchair", slowest: 2.5 } as const
  expect(sessionWorth(racer, { points: 50, from: "2026-11-23" })?.minutes).toBe(45)
  expect(sessionWorth(racer, { points: 50, from: "2026-12-07" })?.minutes).toBe(20)
  expect(sessionWorth({ ...runner, kind: null }, { points: 1, from })).toBeNull()
})

const row = (points: number | null, name: string | null, mine = false) =>
  ({ points, name, mine }) as StandingRow

test.each([
  ["behind the next one", [row(90, "Mia"), row(60, "Me", true)], { points: 30, name: "Mia", ahead: true }],
  [
    "without a name that is hidden",
    [row(60, null), row(60, "Me", true)],
    { points: 0, name: null, ahead: true },
  ],
  ["ahead of the next one", [row(60, "Me", true), row(48, "Leo")], { points: 12, name: "Leo", ahead: false }],
])("The gap %s", (_, around, gap) => {
  const session = gap.ahead ? { minutes: 20, kind: "run" } : null
  expect(gapIn(around, runner, from)).toEqual({ ...gap, session })
})

test("nothing is suggested where points are hidden, or to visitors", () => {
  expect(gapIn([row(null, "Mia"), row(60, "Me", true)], runner, from)).toBeNull()
  expect(gapIn([row(60, "Me", true)], runner, from)).toBeNull()
  expect(gapIn([row(60, "Mia")], runner, from)).toBeNull()
})
