import { describe, expect, test } from "vitest"
import { finishInWords, finishStep } from "./finish.ts"

describe("how far a member is toward being a finisher of eight days", () => {
  test.each([
    [0, 14, null],
    [3, 10, "3 of 8 active days toward being a finisher"],
    [4, 10, "4 of 8 active days toward being a finisher, halfway there"],
    [5, 10, "5 of 8 active days toward being a finisher, more than halfway there"],
    [7, 1, "One more active day makes you a finisher"],
    [8, 0, "You are a finisher, with 8 active days"],
    [11, 3, "You are a finisher, with 11 active days"],
  ])("%i days, %i left: %s", (activeDays, daysLeft, words) => {
    expect(finishInWords({ activeDays, of: 8, daysLeft })).toBe(words)
  })

  test("nothing is said when the days that are left are too few", () => {
    expect(finishInWords({ activeDays: 3, of: 8, daysLeft: 4 })).toBeNull()
    expect(finishInWords({ activeDays: 7, of: 8, daysLeft: 0 })).toBeNull()
  })

  test("three steps are announced, each at one number of days", () => {
    const steps = Array.from({ length: 11 }, (_, activeDays) => finishStep({ activeDays, of: 8 }))
    expect(steps).toEqual([null, null, null, null, "half", null, null, "one-to-go", "done", null, null])
  })
})
