import { expect, test } from "vitest"
import { placeInWords } from "./place-in-words.ts"

test("a place names the number of athletes, except for the only one", () => {
  expect(placeInWords({ rank: 2, total: 1_200 })).toBe("You are 2nd of 1,200")
  expect(placeInWords({ rank: 1, total: 1 })).toBe("You are the first on the board")
})
