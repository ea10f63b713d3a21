import { expect, test } from "vitest"
import { boards, series } from "./competitions.ts"
import { entryOf, isRunning, phaseOf } from "./running.ts"

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

test("a stored board is shown under one entry", () => {
  expect(entryOf({ slug: "last-14-days", series: null })?.slug).toBe("last-14-days")
  expect(entryOf({ slug: "monthly-2026-11", series: "monthly" })?.slug).toBe("this-month")
  expect(entryOf({ slug: "fortnightly-2026-11-09", series: "fortnightly" })?.slug).toBe("this-fortnight")
  expect(entryOf({ slug: "last-3-days", series: null })).toBeUndefined()
  expect(entryOf({ slug: "yearly-2026", series: "yearly" })).toBeUndefined()
})

test("each series has one entry, and each entry its own slug", () => {
  expect(series.map(({ slug }) => entryOf({ slug: `${slug}-x`, series: slug })?.slug)).not.toContain(
    undefined,
  )
  expect(new Set(boards.map(({ slug }) => slug)).size).toBe(boards.length)
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

test("races come before whatever rolls, which is nobody's race", () => {
  const raceOf = ({ window }: (typeof boards)[number]) =>
    "series" in window ? series.find(({ slug }) => slug === window.series)?.page : undefined
  expect(boards.map(raceOf)).toEqual(["two-weeks", "month", undefined, undefined])
})
