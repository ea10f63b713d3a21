import { expect, test } from "vitest"
import { periodEnd } from "./periods.ts"

test.each([
  ["2026-01-31T10:30:00Z", "month", 1, 1, "2026-02-28T10:30:00Z"],
  ["2026-01-31T10:30:00Z", "month", 1, 2, "2026-03-31T10:30:00Z"],
  ["2026-01-31T10:30:00Z", "month", 3, 1, "2026-04-30T10:30:00Z"],
  ["2027-12-31T23:59:59Z", "month", 1, 2, "2028-02-29T23:59:59Z"],
  ["2026-11-21T00:00:00Z", "month", 1, 14, "2028-01-21T00:00:00Z"],
  ["2028-02-29T12:00:00Z", "year", 1, 1, "2029-02-28T12:00:00Z"],
  ["2028-02-29T12:00:00Z", "year", 1, 4, "2032-02-29T12:00:00Z"],
  ["2026-11-21T00:00:00Z", "week", 2, 1, "2026-12-05T00:00:00Z"],
  ["2026-11-21T00:00:00Z", "day", 1, 10, "2026-12-01T00:00:00Z"],
] as const)("%s, every %s × %i, the end of period %i", (anchor, interval, interval_count, count, end) => {
  const recurring = { interval, interval_count, usage_type: "licensed" } as const
  expect(new Date(periodEnd(Date.parse(anchor) / 1000, recurring, count) * 1000)).toEqual(new Date(end))
})
