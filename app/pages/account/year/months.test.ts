import { expect, test } from "vitest"
import { monthsOf } from "./months.ts"

const day = (on: string) => ({ on, points: 40, active: true, kinds: [], credits: [] })
const week = (on: string) => ({ on, state: "none" as const, activeDays: 1, goal: 3, streak: 0, rests: 0 })

function shown(year: number, told: { days?: string[]; weeks?: string[]; today?: string }) {
  const { days = [], weeks = [], today = "2027-06-02" } = told
  const of = { year, days: days.map(day), weeks: weeks.map(week), today }
  return monthsOf(of).map(
    ({ month, weeks: rows }) => `${month}: ${rows.map(({ on }) => on.slice(5)).join(" ")}`,
  )
}

test("a year consists of whole weeks, each in the month of its Thursday, the latest month first", () => {
  // 2026 ends with Sunday, January 3, 2027.
  expect(shown(2026, { days: ["2026-11-30", "2027-01-03"] })).toEqual([
    "2026-12: 11-30 12-07 12-14 12-21 12-28",
  ])
  expect(shown(2026, { days: ["2026-11-22"] })).toEqual([
    "2026-12: 11-30 12-07 12-14 12-21 12-28",
    "2026-11: 11-16 11-23",
  ])
})

test("the current year ends with this week, or with the next one if it already has days", () => {
  const days = ["2027-01-05"]
  expect(shown(2027, { days, today: "2027-01-17" })).toEqual(["2027-01: 01-04 01-11"])
  expect(shown(2027, { days: [...days, "2027-01-18"], today: "2027-01-17" })).toEqual([
    "2027-01: 01-04 01-11 01-18",
  ])
})

test("days before the first week of a streak are included, and a year without days is empty", () => {
  const [only] = monthsOf({ year: 2027, days: [day("2027-01-05")], weeks: [], today: "2027-01-06" })
  expect(only?.weeks[0]?.days.map(({ done }) => done?.on ?? null)).toEqual([
    null,
    "2027-01-05",
    ...Array(5).fill(null),
  ])
  expect(only?.weeks[0]?.week).toBeNull()
  expect(shown(2025, {})).toEqual([])
})
