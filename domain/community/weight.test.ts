import { expect, test } from "vitest"
import { isEnoughToHide, weightOf } from "./weight.ts"

test.each([
  ["nobody knows them", 0, 0, 0.5],
  ["one agreed", 1, 0, 1],
  ["half agreed", 1, 1, 1],
  ["less than half of two", 0, 2, 0.5],
  ["most of three were wrong", 1, 2, 0.25],
  ["all of ten were wrong", 0, 10, 0.25],
  ["four agreed", 4, 0, 1],
  ["five agreed", 5, 0, 1.5],
  ["five of six agreed", 5, 1, 1.5],
  ["five of seven agreed", 5, 2, 1],
])("A report weighs by its sender's record: %s", (_what, agreed, declined, weight) => {
  expect(weightOf({ agreed, declined }, 14)).toBe(weight)
  expect(weightOf({ agreed, declined }, 13.9)).toBe(0)
})

const report = (weight: number, network: string | null) => ({ weight, network })

test.each([
  ["two reliable members", [report(1.5, "a"), report(1.5, "b")], true],
  ["one voice is never enough", [report(1.5, "a"), report(1.5, "a"), report(1.5, "a")], false],
  ["a little too light", [report(1.5, "a"), report(1, "b")], false],
  ["three who were right before", [report(1, "a"), report(1, "b"), report(1, "c")], true],
  ["five without a record", Array.from({ length: 5 }, (_, n) => report(0.5, `${n}`)), false],
  ["six without a record", Array.from({ length: 6 }, (_, n) => report(0.5, `${n}`)), true],
  ["ten new accounts", Array.from({ length: 10 }, (_, n) => report(0, `${n}`)), false],
  ["fifty accounts of one network", Array.from({ length: 50 }, () => report(0.5, "a")), false],
  ["strangers weigh nothing", Array.from({ length: 50 }, () => report(0, null)), false],
])("Enough to hide: %s", (_what, reports, is) => expect(isEnoughToHide(reports)).toBe(is))
