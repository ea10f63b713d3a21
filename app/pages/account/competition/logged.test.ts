import { expect, test } from "vitest"
import { amountsOf, isSameSession, type LogRow } from "./logged.ts"

const log: LogRow = {
  id: 1,
  app: "hevy",
  title: "Push",
  started_at: "2026-11-18T17:00:00Z",
  local_on: "2026-11-18",
  duration_s: 3600,
  sets: 24,
  volume: 6200.4,
  weight_unit: "kg",
}
const recorded = { kind: "strength", started_at: "2026-11-18T17:05:00Z", elapsed_s: 3000 }

test("a log belongs to a recording that shares more than half of the shorter one", () => {
  expect(isSameSession(recorded, log)).toBe(true)
  expect(isSameSession({ ...recorded, started_at: "2026-11-18T17:34:00Z" }, log)).toBe(true)
  expect(isSameSession({ ...recorded, started_at: "2026-11-18T17:36:00Z" }, log)).toBe(false)
  expect(isSameSession({ ...recorded, started_at: "2026-11-19T17:05:00Z" }, log)).toBe(false)
  expect(isSameSession({ ...recorded, kind: "run" }, log)).toBe(false)
})

test("without a duration a log belongs to a recording that started at that time", () => {
  const open = { ...log, duration_s: null }
  expect(isSameSession(recorded, open)).toBe(true)
  expect(isSameSession({ ...recorded, started_at: "2026-11-18T17:16:00Z" }, open)).toBe(false)
})

test("amounts have a unit only if the log names one", () => {
  expect(amountsOf(log)).toBe("24 sets, 6,200 kg")
  expect(amountsOf({ ...log, sets: 1, weight_unit: null })).toBe("1 set, 6,200 lifted")
  expect(amountsOf({ ...log, volume: 0 })).toBe("24 sets")
})
