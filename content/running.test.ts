import { expect, test } from "vitest"
import { isRunning, phaseOf } from "./running.ts"

test("a season runs from its opening until just before its closing", () => {
  const season = { opensAt: new Date(1_000), closesAt: new Date(2_000) }
  expect([999, 1_000, 1_999, 2_000].map((ms) => isRunning(season, new Date(ms)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isRunning({ opensAt: 1_000, closesAt: 2_000 }, 1_500)).toBe(true)
})

test("a season has phases: opening, the middle, the last two days, the last hour, over", () => {
  const hourMs = 3_600_000
  const season = { opensAt: 0, closesAt: 14 * 24 * hourMs }
  const phases = ([at, phase]: readonly [number, string]) => [at, phase, phaseOf(season, at)]
  const told = [
    [-1, "upcoming"],
    [0, "opening"],
    [24 * hourMs, "running"],
    [season.closesAt - 48 * hourMs - 1, "running"],
    [season.closesAt - 48 * hourMs, "last-days"],
    [season.closesAt - hourMs - 1, "last-days"],
    [season.closesAt - hourMs, "last-hour"],
    [season.closesAt - 1, "last-hour"],
    [season.closesAt, "over"],
  ] as const
  expect(told.map(phases)).toEqual(told.map(([at, phase]) => [at, phase, phase]))
})
