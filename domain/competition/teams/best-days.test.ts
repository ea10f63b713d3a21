import { expect, test } from "vitest"
import { bestOfEachDay, bestOfSeason, type MemberDay } from "./best-days.ts"

const day = (athlete: number, on: string, points: number, hour = 12): MemberDay => ({
  ...{ athlete, on, points, active: points >= 25 },
  reachedAt: new Date(`${on}T${String(hour).padStart(2, "0")}:00:00Z`),
})
const told = (days: readonly MemberDay[]) =>
  days.map(({ athlete, on, points }) => `${on} ${athlete}: ${points}`)

const days = [
  day(1, "2027-01-05", 200),
  day(2, "2027-01-04", 90),
  day(3, "2027-01-04", 40),
  day(1, "2027-01-04", 60),
  day(3, "2027-01-05", 50),
  day(4, "2027-01-05", 0),
]

test("the best of each day count, regardless of the athlete", () => {
  expect(told(bestOfEachDay(days, 2))).toEqual([
    "2027-01-04 2: 90",
    "2027-01-04 1: 60",
    "2027-01-05 1: 200",
    "2027-01-05 3: 50",
  ])
})

test("all days of the season's best athletes count, and none of the others'", () => {
  // 1 has 260, 2 and 3 have 90 each.
  expect(told(bestOfSeason(days, 2))).toEqual(["2027-01-04 2: 90", "2027-01-04 1: 60", "2027-01-05 1: 200"])
})

test("equal points on a day are ordered by when they were reached, then by id", () => {
  const equal = [day(5, "2027-01-04", 70, 18), day(7, "2027-01-04", 70, 9), day(6, "2027-01-04", 70, 9)]
  expect(bestOfEachDay(equal, 2).map(({ athlete }) => athlete)).toEqual([6, 7])
})

test("a day without points does not count", () => {
  expect(bestOfEachDay([day(1, "2027-01-04", 0)], 5)).toEqual([])
  expect(bestOfSeason([day(1, "2027-01-04", 0)], 5)).toEqual([])
})
