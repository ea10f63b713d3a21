/** Which record counts when several show the same workout. */
import { expect, test } from "vitest"
import { countedInstead } from "./counted-instead.ts"

const row = (id: number, minute: number, minutes: number, reason: "counted" | "duplicate" | "overlap") => ({
  id,
  started_at: new Date(Date.UTC(2026, 10, 20, 7, minute)).toISOString(),
  elapsed_s: minutes * 60,
  status: reason === "duplicate" ? ("excluded" as const) : ("counted" as const),
  reason,
})

test.each([
  [
    "the one that shares most",
    row(1, 0, 60, "duplicate"),
    [row(2, 50, 60, "counted"), row(3, 1, 58, "counted")],
    3,
  ],
  ["also for a part", row(1, 0, 60, "overlap"), [row(2, 30, 60, "counted")], 2],
  ["not one that does not count", row(1, 0, 60, "duplicate"), [row(2, 0, 60, "duplicate")], undefined],
  ["not itself", row(1, 0, 60, "overlap"), [row(1, 0, 60, "overlap")], undefined],
  ["not one that only touches it", row(1, 0, 60, "duplicate"), [row(2, 60, 60, "counted")], undefined],
  ["none for what counts in full", row(1, 0, 60, "counted"), [row(2, 0, 60, "counted")], undefined],
])("%s", (_, one, others, id) => {
  expect(countedInstead(one, [one, ...others])?.id).toBe(id)
})
