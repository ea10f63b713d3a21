import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "#primitives/zones.ts"
import { riseOf } from "./rise.ts"

/** A Monday. */
const opensOn = "2027-06-07"
/** Weeks before the season, the last one at the end. */
const weeks = (...points: number[]) =>
  points.map((some, nr) => ({ on: addDays(opensOn, (nr - points.length) * 7), points: some }))
const weekBefore = (nr: number) => addDays(opensOn, -7 * nr)
/** A season so far, with this many points on each of its days. */
const season = (points: number, days = 14) => ({
  ...{ opensOn, days },
  points: Array.from({ length: days }, (_, nr) => ({ on: addDays(opensOn, nr), points })),
})
const rise = (past: number[], now: number, breaks: string[] = []) =>
  riseOf({ weeks: weeks(...past), season: season(now), breaks })
const times = (count: number, points: number) => Array.from({ length: count }, () => points)

describe("the baseline", () => {
  test("is the median of eight weeks", () => {
    expect(rise([900, 200, 210, 220, 230, 240, 250, 260, 270], 20)).toMatchObject({
      baseline: 325,
      why: { least: 100, median: 235, best: 325, bestWeeks: weekBefore(9) },
    })
    expect(rise([280, 300, 320, 300, 280, 300, 310, 290], 20)).toMatchObject({ baseline: 300 })
  })

  test("is 0.85 of the best four consecutive weeks out of 26, so that resting before the season gains nothing", () => {
    expect(rise([...times(4, 600), ...times(22, 100)], 50)).toMatchObject({ baseline: 510, percent: 69 })
    expect(rise([...times(4, 600), ...times(26, 100)], 50)).toMatchObject({ baseline: 100 })
  })

  test("is at least 100 points a week", () => {
    expect(rise(times(8, 20), 10)).toMatchObject({ baseline: 100, pointsAWeek: 70, percent: 70 })
  })

  test("counts a week without points as 0", () => {
    const past = weeks(...times(9, 400)).filter((_, nr) => nr % 2 === 0)
    expect(riseOf({ weeks: past, season: season(0), breaks: [] }).why).toMatchObject({
      median: 200,
      best: 170,
    })
  })

  test("leaves out the week in which the season begins, even if it begins mid-week", () => {
    const open = addDays(opensOn, 3)
    const past = [...weeks(...times(8, 300)), { on: opensOn, points: 9000 }]
    expect(riseOf({ weeks: past, season: { ...season(0), opensOn: open }, breaks: [] }).baseline).toBe(300)
  })
})

describe("the season", () => {
  test("is shown as points a week beside the baseline", () => {
    expect(rise(times(8, 350), 55)).toMatchObject({ pointsAWeek: 385, percent: 110, unranked: null })
  })

  test("is shown as at most 125 %", () => {
    expect(rise(times(8, 350), 250)).toMatchObject({ pointsAWeek: 1750, percent: 125 })
  })
})

describe("without a rank", () => {
  test("is an athlete with fewer than eight weeks of history", () => {
    expect(rise(times(7, 350), 50)).toMatchObject({ unranked: "history" })
    expect(rise([...times(5, 0), ...times(7, 350)], 50)).toMatchObject({ unranked: "history" })
    expect(rise([], 50)).toMatchObject({ unranked: "history", baseline: 100 })
  })

  test("is an athlete who declared a break in the season; its days are left out", () => {
    const declared = riseOf({
      weeks: weeks(...times(8, 350)),
      season: { opensOn, days: 14, points: season(50).points.slice(0, 7) },
      breaks: [addDays(opensOn, 7)],
    })
    expect(declared).toMatchObject({ unranked: "break", pointsAWeek: 350, percent: 100 })
  })
})

describe("a break before the season", () => {
  const past = [...times(8, 400), 0, 0, ...times(2, 400)]

  test("leaves its weeks out", () => {
    const longBreak = [...times(8, 400), ...times(6, 0)]
    expect(rise(longBreak, 50).why.median).toBe(0)
    expect(rise(longBreak, 50, [6, 5, 4, 3, 2, 1].map(weekBefore)).why.median).toBe(400)
    expect(rise(past, 50, [weekBefore(4), weekBefore(3)])).toMatchObject({ baseline: 400, unranked: null })
  })

  test("consists of consecutive weeks, once a year", () => {
    const twice = [...times(8, 400), 0, ...times(3, 400), 0, 0, 0, 0]
    expect(rise(twice, 50, [weekBefore(8), ...[4, 3, 2, 1].map(weekBefore)]).why.median).toBe(200)
  })

  test("hides no weeks with a lot of training", () => {
    const declared = [...times(8, 200), 900, 900, 900, 900]
    expect(rise(declared, 50, [4, 3, 2, 1].map(weekBefore)).baseline).toBe(765)
  })
})

test("however long one rests before a season, the baseline keeps 0.85 of the best four weeks of the half year", () => {
  const history = fc.array(fc.nat({ max: 1200 }), { minLength: 26, maxLength: 26 })
  fc.assert(
    fc.property(history, fc.integer({ min: 4, max: 12 }), (past, rested) => {
      const trained = past.slice(0, 26 - rested)
      const best = Math.max(...trained.slice(3).map((_, nr) => mean(trained.slice(nr, nr + 4))))
      const { baseline } = rise([...trained, ...times(rested, 0)], 50)
      expect(baseline).toBeGreaterThanOrEqual(Math.floor(0.85 * best))
    }),
    { numRuns: 300 },
  )
})

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
