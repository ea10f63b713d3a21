import { expect, test } from "vitest"
import {
  closingOnOwnClock,
  dayOfMonth,
  longDate,
  longDay,
  longSpan,
  onOwnClock,
  shortDate,
  shortDay,
} from "./dates.ts"

const intl = (options: Intl.DateTimeFormatOptions, at: Date, timeZone?: string) =>
  new Intl.DateTimeFormat("en-US", { ...options, ...(timeZone ? { timeZone } : {}) }).format(at)

test("days are formatted like Intl does, for every day of two years", () => {
  for (let n = 0; n < 731; n++) {
    const at = new Date(Date.UTC(2027, 0, 1 + n))
    const day = at.toISOString().slice(0, 10)
    const utc = (options: Intl.DateTimeFormatOptions) => intl(options, at, "UTC")
    expect(longDate(day)).toBe(utc({ dateStyle: "long" }))
    expect(shortDate(day)).toBe(utc({ weekday: "short", month: "short", day: "numeric" }))
    expect(longDay(day)).toBe(utc({ month: "long", day: "numeric" }))
    expect(shortDay(day)).toBe(utc({ month: "short", day: "numeric" }))
    expect(dayOfMonth(day)).toBe(utc({ day: "numeric" }))
  }
})

test.each([
  ["2026-12-14", "2026-12-20", "December 14 to 20, 2026"],
  ["2026-11-30", "2026-12-06", "November 30 to December 6, 2026"],
  ["2026-12-28", "2027-01-03", "December 28, 2026 to January 3, 2027"],
])("the days from %s to %s are %s", (from, to, words) => {
  expect(longSpan(from, to)).toBe(words)
})

test("times are formatted like Intl does, for every hour of a day", () => {
  const how = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const
  for (let hour = 0; hour < 24; hour++) {
    const at = new Date(2026, 10, 21, hour, hour * 2)
    expect(onOwnClock(at)).toBe(intl(how, at))
  }
})

test.each([
  [new Date(2026, 10, 23), "Sunday, November 22, at midnight"],
  [new Date(2026, 11, 1), "Monday, November 30, at midnight"],
  [new Date(2026, 10, 23, 0, 1), "Monday, November 23, at 12:01 AM"],
  [new Date(2026, 10, 22, 21), "Sunday, November 22, at 9:00 PM"],
  [new Date(2026, 10, 23, 12), "Monday, November 23, at 12:00 PM"],
])("%s closes on %s", (at, words) => {
  expect(closingOnOwnClock(at)).toBe(words)
})
