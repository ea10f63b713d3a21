import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { series } from "#content/competitions.ts"
import {
  addDays,
  dayIn,
  daysBetween,
  isTimeZone,
  nextMidnight,
  offsetSeconds,
  rollingWindow,
  seasonAfter,
  seasonOf,
  startOfDay,
} from "./period.ts"

const angeles = "America/Los_Angeles"
const monthly = series.find((s) => s.slug === "monthly") as (typeof series)[number]
const fortnightly = series.find((s) => s.slug === "fortnightly") as (typeof series)[number]

describe("zones", () => {
  test.each([
    ["2026-03-08T09:59:59Z", angeles, -8 * 3600],
    ["2026-03-08T10:00:00Z", angeles, -7 * 3600],
    ["2026-11-01T08:59:59Z", angeles, -7 * 3600],
    ["2026-11-01T09:00:00Z", angeles, -8 * 3600],
    ["2026-06-01T00:00:00Z", "Asia/Kathmandu", 20_700],
    ["2026-06-01T00:00:00Z", "Pacific/Kiritimati", 14 * 3600],
    ["1900-01-01T00:00:00Z", "UTC", 0],
  ])("%s in %s is %i s ahead", (at, zone, offset) => {
    expect(offsetSeconds(new Date(at), zone)).toBe(offset)
  })

  test.each([
    ["2026-11-01", angeles, "2026-11-01T07:00:00.000Z"],
    ["2026-11-02", angeles, "2026-11-02T08:00:00.000Z"],
    ["2026-03-08", angeles, "2026-03-08T08:00:00.000Z"],
    ["2026-03-09", angeles, "2026-03-09T07:00:00.000Z"],
    // Summer time begins at midnight: the day's first minute is 01:00.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    // It ends at midnight: 23:00 to 24:00 comes twice, the day begins once.
    ["2026-10-30", "Africa/Cairo", "2026-10-29T22:00:00.000Z"],
    ["2018-02-18", "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
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
        expect(dayIn(new Date(start.getTime() - 1000), zone) < day).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test("a zone that nobody knows is refused", () => {
    expect(isTimeZone("Mars/Olympus")).toBe(false)
    expect(isTimeZone("Europe/Berlin")).toBe(true)
  })
})

describe("windows", () => {
  test("the last 14 days hold today and the 13 days before it, on the competition's calendar", () => {
    const evening = new Date("2026-11-21T06:30:00Z") // 22:30 on the 20th in Los Angeles
    expect(rollingWindow(evening, 14, angeles)).toEqual({ from: "2026-11-07", to: null })
    expect(nextMidnight(evening, angeles).toISOString()).toBe("2026-11-21T08:00:00.000Z")
  })

  test("a month is the calendar month, opened and closed across the change of clocks", () => {
    expect(seasonOf(monthly, "2026-11-20", angeles)).toEqual({
      slug: "monthly-2026-11",
      from: "2026-11-01",
      to: "2026-11-30",
      opensAt: new Date("2026-11-01T07:00:00Z"),
      closesAt: new Date("2026-12-01T08:00:00Z"),
    })
    expect(seasonOf(monthly, "2028-02-29", angeles).to).toBe("2028-02-29")
  })

  test("fortnights follow each other without gap or overlap, and hold each day once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 6000 }),
        fc.constantFrom(monthly, fortnightly),
        (count, kind) => {
          const day = addDays("2026-01-05", count)
          const season = seasonOf(kind, day, angeles)
          const next = seasonAfter(kind, season, angeles)
          expect(season.from <= day && day <= season.to).toBe(true)
          expect(next.from).toBe(addDays(season.to, 1))
          expect(next.opensAt).toEqual(season.closesAt)
          if (kind === fortnightly) expect(daysBetween(season.from, next.from)).toBe(14)
        },
      ),
    )
    expect(seasonOf(fortnightly, "2026-11-20", angeles).slug).toBe("fortnightly-2026-11-09")
  })
})
