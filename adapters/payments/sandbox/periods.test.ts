import { expect, test } from "vitest"
import { monthsAfter } from "./periods.ts"

test.each([
  ["2026-01-31T10:30:00Z", 1, "2026-02-28T10:30:00Z"],
  ["2026-01-31T10:30:00Z", 2, "2026-03-31T10:30:00Z"],
  ["2027-12-31T23:59:59Z", 2, "2028-02-29T23:59:59Z"],
  ["2026-11-21T00:00:00Z", 14, "2028-01-21T00:00:00Z"],
])("a subscription started on %s and paid for %i months ends on %s", (anchor, count, end) => {
  expect(new Date(monthsAfter(Date.parse(anchor) / 1000, count) * 1000)).toEqual(new Date(end))
})
