/** Which record counts when several show the same workout. */
import { expect, test } from "vitest"
import { countedFor, countedInstead, whyCounted } from "./counted-instead.ts"

const row = (id: number, minute: number, minutes: number, reason: "counted" | "duplicate" | "overlap") => ({
  id,
  startedAt: new Date(Date.UTC(2026, 10, 20, 7, minute)).toISOString(),
  elapsedS: minutes * 60,
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

test("the counted record lists those that do not count", () => {
  const rows = [
    row(1, 0, 60, "counted"),
    row(2, 1, 58, "duplicate"),
    row(3, 30, 60, "overlap"),
    row(4, 200, 60, "counted"),
  ]
  expect(rows.map((one) => countedFor(one, rows).map(({ id }) => id))).toEqual([[2, 3], [], [], []])
})

test.each([
  [[2, 1, 1], [[1, 9, 9]], /^it has more detail$/],
  [[2, 2, 1], [[2, 1, 9]], /is longer$/],
  [[2, 2, 2], [[2, 2, 1]], /covers more distance$/],
  [[2, 2, 2], [[2, 2, 2]], /alike/],
  [
    [2, 2, 2],
    [
      [1, 9, 9],
      [2, 1, 9],
    ],
    /is longer$/,
  ],
])("%j counts before %j because of the first difference in the order of the rules", (one, others, why) => {
  const of = ([detail = 0, movingS = 0, distanceM = 0]: number[]) => ({ detail, movingS, distanceM })
  expect(whyCounted(of(one), others.map(of))).toMatch(why)
})
