import { expect, test } from "vitest"
import { seedOf } from "./seed.ts"

test.each([
  ["a newcomer", [], 0],
  ["the season before", [700], 700],
  ["who trained more than ever", [900, 700, 800], 900],
  ["who rested for a season", [10, 800, 600], 680],
  ["who trained a little less", [750, 800], 750],
  ["whose best season is the sixth before", [0, 0, 0, 0, 0, 1000], 850],
  ["whose best season is longer ago", [0, 0, 0, 0, 0, 0, 1000], 0],
])("%s", (_, seasons, seed) => {
  expect(seedOf(seasons)).toBe(seed)
})
