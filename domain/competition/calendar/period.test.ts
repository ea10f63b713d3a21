import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { firstSeries } from "#content/competitions.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays } from "#primitives/zones.ts"
import {
  competitionDay,
  currentSeason,
  nextMidnight,
  nextSeason,
  nextTurn,
  rollingWindow,
  seasonOf,
} from "./period.ts"

const monthly = firstSeries.find((s) => s.slug === "monthly") as (typeof firstSeries)[number]
const fortnightly = firstSeries.find((s) => s.slug === "fortnightly") as (typeof firstSeries)[number]

describe("windows", () => {
  test("the last 14 days contain today and the 13 days before it, on the competition's calendar", () => {
    const evening = new Date("2026-11-21T06:30:00Z") // 22:30 on the 20th in Los Angeles
    expect(competitionDay(evening)).toBe("2026-11-20")
    expect(rollingWindow(evening, 14)).toEqual({ from: "2026-11-07", to: null })
    expect(nextMidnight(evening).toISOString()).toBe("2026-11-21T08:00:00.000Z")
  })

  test("a month is the calendar month, also across daylight saving changes", () => {
    expect(seasonOf(monthly, "2026-11-20")).toEqual({
      slug: "monthly-2026-11",
      from: "2026-11-01",
      to: "2026-11-30",
      opensAt: new Date("2026-11-01T07:00:00Z"),
      closesAt: new Date("2026-12-01T08:00:00Z"),
    })
    expect(seasonOf(monthly, "2028-02-29").to).toBe("2028-02-29")
  })

  test("seasons of fixed length are counted from the series' first day", () => {
    const weekly = { ...fortnightly, length: 7 } as const
    expect(seasonOf({ ...weekly, beginsOn: "2026-11-18" }, "2026-11-20").from).toBe("2026-11-18")
    expect(seasonOf({ ...weekly, beginsOn: "2026-11-21" }, "2026-11-20").from).toBe("2026-11-14")
  })

  test("a series that has not begun is before its first season, and one that has ended has none", () => {
    const two = { ...fortnightly, length: 7, beginsOn: "2026-12-07", endsOn: "2026-12-20" } as const
    const first = currentSeason(two, "2026-11-20")
    expect(first).toMatchObject({ from: "2026-12-07", to: "2026-12-13" })
    expect(currentSeason(two, "2026-12-20")).toMatchObject({ from: "2026-12-14", to: "2026-12-20" })
    expect(currentSeason(two, "2026-12-21")).toBeUndefined()
    const second = first && nextSeason(two, first)
    expect(second?.from).toBe("2026-12-14")
    expect(second && nextSeason(two, second)).toBeUndefined()
  })

  test("two-week seasons follow each other without gap or overlap, and contain each day once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 6000 }),
        fc.constantFrom(monthly, fortnightly),
        (count, kind) => {
          const day = addDays("2026-01-05", count)
          const season = seasonOf(kind, day)
          const next = seasonOf(kind, addDays(season.to, 1))
          expect(season.from <= day && day <= season.to).toBe(true)
          expect(next.from).toBe(addDays(season.to, 1))
          expect(next.opensAt).toEqual(season.closesAt)
          if (kind === fortnightly) expect(daysBetween(season.from, next.from)).toBe(14)
        },
      ),
    )
    expect(seasonOf(fortnightly, "2026-11-20").slug).toBe("fortnightly-2026-11-09")
  })
})

test("pages change at midnight, in the last hour of a season and at the end of its grace period", () => {
  const turns: string[] = []
  for (let at = new Date("2026-11-22T12:00:00Z"); turns.length < 4; turns.push(at.toISOString()))
    at = nextTurn(firstSeries, at)
  // In Los Angeles: 11 PM of the last day, midnight, noon, midnight.
  expect(turns).toEqual([
    "2026-11-23T07:00:00.000Z",
    "2026-11-23T08:00:00.000Z",
    "2026-11-23T20:00:00.000Z",
    "2026-11-24T08:00:00.000Z",
  ])
})
