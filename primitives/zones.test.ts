import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { daysBetween, isDay } from "./days.ts"
import {
  addDays,
  dayAt,
  dayIn,
  instantAt,
  isTimeZone,
  mondayOf,
  offsetSeconds,
  startOfDay,
  weekday,
  yearOfWeek,
} from "./zones.ts"

const angeles = "America/Los_Angeles"
const hour = 3_600

test.each([
  // The clocks change at 02:00.
  ["2026-03-08T09:59:59.999Z", angeles, -8 * hour],
  ["2026-03-08T10:00:00Z", angeles, -7 * hour],
  ["2026-11-01T08:59:59Z", angeles, -7 * hour],
  ["2026-11-01T09:00:00Z", angeles, -8 * hour],
  // Half and quarter hours; half an hour of summer time.
  ["2026-06-01T00:00:00Z", "Asia/Kolkata", 5.5 * hour],
  ["2026-06-01T00:00:00Z", "Asia/Kathmandu", 5.75 * hour],
  ["2026-06-01T00:00:00Z", "Australia/Lord_Howe", 10.5 * hour],
  ["2026-12-01T00:00:00Z", "Australia/Lord_Howe", 11 * hour],
  // Both ends of the date line; Samoa moved from one side to the other.
  ["2026-06-01T00:00:00Z", "Pacific/Kiritimati", 14 * hour],
  ["2026-06-01T00:00:00Z", "Pacific/Pago_Pago", -11 * hour],
  ["2011-12-30T09:59:59Z", "Pacific/Apia", -10 * hour],
  ["2011-12-30T10:00:00Z", "Pacific/Apia", 14 * hour],
  ["1900-01-01T00:00:00Z", "UTC", 0],
])("at %s clocks in %s are %i s ahead", (at, zone, offset) => {
  expect(offsetSeconds(new Date(at), zone)).toBe(offset)
})

test.each([
  ["2026-11-21T07:59:59Z", angeles, "2026-11-20"],
  ["2026-11-21T08:00:00Z", angeles, "2026-11-21"],
  ["2026-11-20T09:59:59Z", "Pacific/Kiritimati", "2026-11-20"],
  ["2026-11-20T10:00:00Z", "Pacific/Kiritimati", "2026-11-21"],
  ["2026-11-20T10:59:59Z", "Pacific/Pago_Pago", "2026-11-19"],
  ["2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
  ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
])("at %s the day in %s is %s", (at, zone, day) => {
  expect(dayIn(new Date(at), zone)).toBe(day)
})

test.each([
  ["2026-11-01", angeles, "2026-11-01T07:00:00.000Z"],
  ["2026-11-02", angeles, "2026-11-02T08:00:00.000Z"],
  ["2026-03-08", angeles, "2026-03-08T08:00:00.000Z"],
  ["2026-03-09", angeles, "2026-03-09T07:00:00.000Z"],
  ["2026-06-01", "Asia/Kolkata", "2026-05-31T18:30:00.000Z"],
  // Summer time begins at midnight: the day's first minute is 01:00.
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  // It ends at midnight: 23:00 to 24:00 comes twice, the day begins once.
  ["2026-10-30", "Africa/Cairo", "2026-10-29T22:00:00.000Z"],
  ["2018-02-18", "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
  // Midnight itself comes twice: the earlier one.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  // The clocks went from 23:30 to 00:30: the day began at 00:30.
  ["1919-03-31", "America/Toronto", "1919-03-31T04:30:00.000Z"],
  // A day that Samoa skipped begins at the same instant as the next one.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
])("%s in %s begins at %s", (day, zone, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant)
})

test("every day begins where the one before it ends, in any zone", () => {
  const zones = [
    angeles,
    "Africa/Cairo",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Europe/Berlin",
    "Australia/Lord_Howe",
  ]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9000 }), fc.constantFrom(...zones), (count, zone) => {
      const day = addDays("2012-01-01", count)
      const start = startOfDay(day, zone)
      expect(dayIn(start, zone)).toBe(day)
      expect(dayIn(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
      expect(dayAt(start, offsetSeconds(start, zone))).toBe(day)
    }),
    { numRuns: 300 },
  )
})

describe("the instant of a local time", () => {
  test.each([
    ["2026-11-24", "06:00", angeles, "2026-11-24T14:00:00.000Z"],
    ["2026-07-04", "06:00", angeles, "2026-07-04T13:00:00.000Z"],
    // A skipped time moves forward by the gap; of a repeated time it is the earlier one.
    ["2026-03-08", "02:30", angeles, "2026-03-08T10:30:00.000Z"],
    ["2026-11-01", "01:30", angeles, "2026-11-01T08:30:00.000Z"],
    ["2026-11-24", "06:00", "Asia/Kathmandu", "2026-11-24T00:15:00.000Z"],
  ])("%s %s in %s is %s", (day, time, zone, instant) => {
    expect(instantAt(day, time, zone).toISOString()).toBe(instant)
  })
})

test("days without a zone", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31")
  expect(daysBetween("2026-03-07", "2026-03-09")).toBe(2)
  expect(daysBetween("2026-03-09", "2026-03-07")).toBe(-2)
  expect(weekday("2026-11-23")).toBe(1)
  expect(weekday("2026-11-22")).toBe(7)
})

test.each([
  ["2028-02-29", true],
  ["2027-02-29", false],
  ["2026-13-01", false],
  ["20261120", false],
  ["2026-11-20T10:00", false],
  ["", false],
])("%j is a day: %s", (text, known) => {
  expect(isDay(text)).toBe(known)
})

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["2026-01-01T00:00[Europe/Berlin]", false],
  ["", false],
])("%j is a zone: %s", (name, known) => {
  expect(isTimeZone(name)).toBe(known)
})

test("a week begins on its Monday, whatever the year, and belongs to the year of its Thursday", () => {
  for (let day = "1968-12-20"; day < "1972-01-10"; day = addDays(day, 1)) {
    expect(mondayOf(day), day).toBe(addDays(day, 1 - weekday(day)))
  }
  expect(mondayOf("2027-01-03")).toBe("2026-12-28")
  expect(["2026-12-28", "2024-12-30", "2026-11-23"].map(yearOfWeek)).toEqual([2026, 2025, 2026])
})
