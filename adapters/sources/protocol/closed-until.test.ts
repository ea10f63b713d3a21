/** When a service accepts requests again after it has received too many. */
import { expect, test } from "vitest"
import { closedUntil } from "./closed-until.ts"

const now = new Date("2026-11-20T20:07:30Z")

test.each([
  ["in seconds", "60", "2026-11-20T20:08:30Z"],
  ["as a date", "Fri, 20 Nov 2026 21:00:00 GMT", "2026-11-20T21:00:00Z"],
  ["more than a day, which is capped", "999999", "2026-11-21T20:07:30Z"],
  ["a date more than a day ahead, which is capped", "Fri, 27 Nov 2026 21:00:00 GMT", "2026-11-21T20:07:30Z"],
  ["zero", "0", "2026-11-20T20:15:00Z"],
  ["a date in the past", "Fri, 20 Nov 2026 20:00:00 GMT", "2026-11-20T20:15:00Z"],
  ["text that is not a time", "soon", "2026-11-20T20:15:00Z"],
  ["a number with too many digits", "12345678901", "2026-11-20T20:15:00Z"],
  ["nothing", null, "2026-11-20T20:15:00Z"],
])("Retry-After says %s", (_what, given, until) => {
  const headers = new Headers(given === null ? {} : { "retry-after": given })
  expect(closedUntil(headers, now)).toEqual(new Date(until))
})
