import { expect, test } from "vitest"
import { countedMembers, teamsFor } from "./sizes.ts"

test.each([
  [7, 8, 0],
  [8, 8, 2],
  [12, 8, 2],
  [20, 8, 3],
  [80, 8, 10],
  [84, 8, 11],
  [200, 8, 25],
  [200, 3, 50],
  [10_000, 200, 50],
])("%i athletes with %i per team make %i teams", (athletes, size, teams) => {
  expect(teamsFor(athletes, size)).toBe(teams)
})

test.each([
  [4, 2],
  [5, 3],
  [8, 5],
  [10, 6],
])("with %i in the smallest team, %i count", (smallest, members) => {
  expect(countedMembers(smallest)).toBe(members)
})
