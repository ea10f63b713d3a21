import { expect, test } from "vitest"
import type { StrengthLog } from "#domain/competition/account/training.ts"
import { amountsOf, isSameSession } from "./logged.ts"

const log: StrengthLog = {
  id: 1,
  app: "hevy",
  title: "Push",
  startedAt: "2026-11-18T17:00:00Z",
  on: "2026-11-18",
  durationS: 3600,
  sets: 24,
  volume: 6200.4,
  weightUnit: "kg",
}
const recorded = { kind: "strength", startedAt: "2026-11-18T17:05:00Z", elapsedS: 3000 }

test("a log belongs to a recording that shares more than half of the shorter one", () => {
  expect(isSameSession(recorded, log)).toBe(true)
  expect(isSameSession({ ...recorded, startedAt: "2026-11-18T17:34:00Z" }, log)).toBe(true)
  expect(isSameSession({ ...recorded, startedAt: "2026-11-18T17:36:00Z" }, log)).toBe(false)
  expect(isSameSession({ ...recorded, startedAt: "2026-11-19T17:05:00Z" }, log)).toBe(false)
  expect(isSameSession({ ...recorded, kind: "run" }, log)).toBe(false)
})

test("without a duration a log belongs to a recording that started at that time", () => {
  const open = { ...log, durationS: null }
  expect(isSameSession(recorded, open)).toBe(true)
  expect(isSameSession({ ...recorded, startedAt: "2026-11-18T17:16:00Z" }, open)).toBe(false)
})

test("amounts have a unit only if the log names one", () => {
  expect(amountsOf(log)).toBe("24 sets, 6,200 kg")
  expect(amountsOf({ ...log, sets: 1, weightUnit: null })).toBe("1 set, 6,200 lifted")
  expect(amountsOf({ ...log, volume: 0 })).toBe("24 sets")
})
