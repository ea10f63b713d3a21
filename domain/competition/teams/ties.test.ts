import { expect, test } from "vitest"
import { placesOf } from "./ties.ts"

const team = (nr: number, points: number, activeDays: number, hour: number, roster = 8) => ({
  ...{ team: nr, roster },
  score: { points, activeDays, reachedAt: points > 0 ? new Date(Date.UTC(2027, 0, 9, hour)) : null },
})
const told = (teams: Parameters<typeof placesOf>[0]) =>
  placesOf(teams).map(({ team: nr, place }) => [nr, place])

test("teams are ordered by points, then by active days, then by the time of reaching the total", () => {
  expect(told([team(1, 900, 20, 9), team(2, 900, 21, 12), team(3, 901, 3, 20), team(4, 900, 20, 8)])).toEqual(
    [
      [3, 1],
      [2, 2],
      [4, 3],
      [1, 4],
    ],
  )
})

test("teams that are still tied share the place, and the next one has the place after both", () => {
  expect(told([team(4, 1, 1, 1), team(3, 900, 20, 9), team(2, 900, 20, 9), team(1, 950, 1, 1)])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 4],
  ])
})

test("teams of fewer than four, or without points, have no place", () => {
  expect(told([team(1, 5000, 20, 9, 3), team(2, 0, 0, 0), team(3, 10, 1, 1, 4)])).toEqual([
    [3, 1],
    [1, null],
    [2, null],
  ])
})
