import { expect, test } from "vitest"
import { refusal } from "#test/support/refused.ts"
import { appliedPreferences, type Preferences, readPreferences } from "./preferences.ts"

const nothing: Preferences = {
  resolution: null,
  missing: null,
  return: null,
  count: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
}

test.each<[string | null, Partial<Preferences> | "PGRST122"]>([
  [null, {}],
  ["", {}],
  ["return=minimal, count=exact", { return: "minimal", count: "exact" }],
  [" return = minimal ,, count=exact", { return: "minimal", count: "exact" }],
  ["count=exact, count=planned", { count: "exact" }],
  ["count=guessed", {}],
  ["toString=1", {}],
  ["handling=lenient, count=guessed", { handling: "lenient" }],
  ["handling=strict, count=guessed", "PGRST122"],
  ["handling=strict, , count=exact", { handling: "strict", count: "exact" }],
  ["handling=strict, toString=1", "PGRST122"],
  ["handling=strict, max-affected=7", { handling: "strict", maxAffected: 7 }],
  ["max-affected=0", { maxAffected: 0 }],
  ["timezone=America/Los_Angeles", { timezone: "America/Los_Angeles" }],
  ["timezone='; drop", {}],
])("the preferences %j are parsed", (header, expected) => {
  const read = () => readPreferences(header)
  if (expected === "PGRST122") expect(refusal(read)).toBe(expected)
  else expect(read()).toEqual({ ...nothing, ...expected })
})

test.each<["read" | "call" | "change", Partial<Preferences>, string | null]>([
  ["read", {}, null],
  ["read", { count: "exact", return: "minimal" }, "count=exact"],
  ["call", { missing: "default", resolution: "merge-duplicates", tx: "rollback" }, "tx=rollback"],
  [
    "change",
    { resolution: "merge-duplicates", missing: "default", return: "minimal", timezone: "UTC" },
    "resolution=merge-duplicates, missing=default, return=minimal, timezone=UTC",
  ],
  ["read", { handling: "strict", maxAffected: 3 }, "handling=strict"],
  ["call", { handling: "strict", maxAffected: 3 }, "handling=strict, max-affected=3"],
  ["change", { handling: "lenient", maxAffected: 3 }, "handling=lenient"],
])("for %s, %j are reported as applied: %j", (kind, prefer, told) => {
  expect(appliedPreferences({ ...nothing, ...prefer }, kind)).toBe(told)
})

test("with handling=strict, unsupported preferences are reported", () =>
  expect(() => readPreferences("handling=strict,  count=guessed ,x=1, tx=commit")).toThrow(
    expect.objectContaining({ details: "Invalid preferences: count=guessed, x=1" }),
  ))
