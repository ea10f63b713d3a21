/** When a session expires. */
import { expect, test } from "vitest"
import { isOver } from "./lifetime.ts"

const start = new Date("2026-11-20T12:00:00Z")
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
test.each([
  ["nothing ends it", {}, {}, 1e9, false],
  ["its own end, before", { not_after: later(10) }, {}, 9.999, false],
  ["its own end, at", { not_after: later(10) }, {}, 10, true],
  ["its longest life, before", {}, { sessionTimeboxS: 10 }, 9.999, false],
  ["its longest life, at", {}, { sessionTimeboxS: 10 }, 10, true],
  ["its idle time, before", {}, { sessionInactivityS: 10 }, 9.999, false],
  ["its idle time, at", {}, { sessionInactivityS: 10 }, 10, true],
  [
    "its idle time since it was refreshed",
    { refreshed_at: later(5) },
    { sessionInactivityS: 10 },
    14.999,
    false,
  ],
  [
    "its idle time since it was refreshed, at",
    { refreshed_at: later(5) },
    { sessionInactivityS: 10 },
    15,
    true,
  ],
])("a session: %s", (_what, session, config, seconds, over) => {
  const times = { created_at: start, refreshed_at: null, not_after: null, ...session }
  const limits = { sessionTimeboxS: null, sessionInactivityS: null, ...config }
  expect(isOver(times, later(seconds), limits)).toBe(over)
})
