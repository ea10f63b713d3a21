import { expect, test } from "vitest"
import { paceLines } from "./pace.ts"

test("two weeks have three pace lines, scored by the same rules as members", () => {
  expect(paceLines(14, "2026-11-20")).toEqual([
    { activeDays: 10, points: 800 },
    { activeDays: 6, points: 480 },
    { activeDays: 2, points: 160 },
  ])
})

test("on the first day there is one pace line, and never one without an active day", () => {
  expect(paceLines(1, "2026-11-20")).toEqual([{ activeDays: 1, points: 80 }])
  expect(paceLines(3, "2026-11-20").map(({ activeDays }) => activeDays)).toEqual([2, 1])
})
