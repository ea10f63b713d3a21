import { expect, test } from "vitest"
import { gapWords } from "./gap-words.ts"

const gap = { points: 17, name: "Maya", ahead: true, session: { minutes: 30, kind: "run" } } as const

test.each([
  ["a run", gap, "One 30-minute run passes Maya", "17 points behind Maya"],
  [
    "an hour",
    { ...gap, session: { minutes: 60, kind: "strength" } },
    "A one-hour strength session passes Maya",
    "17 points behind Maya",
  ],
  [
    "longer, past somebody without a name",
    { ...gap, name: null, points: 1, session: { minutes: 90, kind: "ride" } },
    "One 90-minute ride passes the athlete ahead",
    "1 point behind an athlete",
  ],
  ["a hidden habit", { ...gap, points: 0, session: null }, null, "Level with Maya"],
  ["in the lead", { ...gap, ahead: false, session: null }, null, "17 points ahead of Maya"],
  ["level in the lead", { ...gap, points: 0, ahead: false, session: null }, null, "Level with Maya"],
] as const)("The gap in words: %s", (_, given, todo, points) => {
  expect(gapWords(given)).toEqual({ todo, points })
})
