/** When a session expires. */
import { expect, test } from "vitest"
import { isOver } from "./lifetime.ts"

const start = new Date("2026-11-20T12:00:00Z")
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
test.each([
  ["without limits", {}, {}, 1e9, false],
  ["before its own end", { not_after: later(10) }, {}, 9.999, false],
  ["at its own end", { not_after: later(10) }, {}, 10, true],
  ["before its maximum lifetime", {}, { sessionTimeboxS: 10 }, 9.999, false],
  ["at its maximum lifetime", {}, { sessionTimeboxS: 10 }, 10, true],
  ["before the inactivity limit", {}, { sessionInactivityS: 10 }, 9.999, false],
  ["at the inactivity limit", {}, { sessionInactivityS: 10 }, 10, true],
  [
    "before the inactivity limit since its refresh",
    { refreshed_at: later(5) },
    { sessionInactivityS: 10 },
    14.999,
    false,
  ],
  [
    "at the inactivity limit since its refresh",
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
