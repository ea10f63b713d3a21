/** The picture of a mail's masthead. */
import { expect, test } from "vitest"
import { mailPage, volt } from "./mail-frame.ts"

const barsOf = (subject: string) =>
  [
    ...mailPage({ subject, preview: "", heading: "", card: "" }).matchAll(
      /height:(\d+)px;background:(#\w+)/g,
    ),
  ].map(([, height, color]) => ({ height: Number(height), color }))
const fortnights = Array.from({ length: 200 }, (_, n) => barsOf(`Subject ${n}`))
const rest = "#4a514d"

test("the picture shows two weeks, the same for the same subject and different for another", () => {
  expect(fortnights.map((bars) => bars.length)).toEqual(fortnights.map(() => 14))
  expect(barsOf("Subject 7")).toEqual(fortnights[7])
  expect(new Set(fortnights.map((bars) => JSON.stringify(bars))).size).toBe(fortnights.length)
})

test.each([
  ["first ten days", 0, 10, "#5f6a4a"],
  ["next three", 10, 13, "#a9b86a"],
  ["last one", 13, 14, volt],
])("bars of the %s have their color and fit the masthead", (_, from, to, color) => {
  const bars = fortnights.flatMap((days) => days.slice(from, to))
  const trained = bars.filter((bar) => bar.color !== rest)
  expect(new Set(trained.map((bar) => bar.color))).toEqual(new Set([color]))
  expect(Math.min(...trained.map(({ height }) => height))).toBeGreaterThanOrEqual(10)
  expect(Math.max(...trained.map(({ height }) => height))).toBeLessThanOrEqual(44)
})

test("every fifth day or so is a rest, a low gray bar, and the last day never", () => {
  const bars = fortnights.flatMap((days) => days.slice(0, 13))
  const rests = bars.filter(({ color }) => color === rest)
  expect(new Set(rests.map(({ height }) => height))).toEqual(new Set([3]))
  expect(rests.length / bars.length).toBeGreaterThan(0.15)
  expect(rests.length / bars.length).toBeLessThan(0.25)
  expect(fortnights.filter((days) => days[13]?.color === rest)).toEqual([])
})
