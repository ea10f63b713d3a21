import { describe, expect, test } from "vitest"
import { parseActivity } from "./parse.ts"

describe("an activity from outside", () => {
  const sent = {
    source: "file",
    externalId: "x",
    kind: "run",
    sport: "running",
    startedAt: "2026-11-10T14:00:00Z",
    elapsedS: 100.6,
    movingS: 99.5,
    distanceM: 157.56,
    detail: 3,
  }
  test("is read in whole seconds and meters", () => {
    const read = parseActivity(sent)
    expect(read.ok && read.value).toMatchObject({
      elapsedS: 101,
      movingS: 100,
      distanceM: 158,
      public: true,
      name: null,
    })
  })
  test.each([
    ["kind", "flying"],
    ["startedAt", "yesterday"],
    ["startedAt", "1990-01-01T00:00:00Z"],
    ["movingS", -1],
    ["movingS", Number.NaN],
    ["distanceM", Number.POSITIVE_INFINITY],
    ["externalId", ""],
    ["source", "zwift"],
    ["manual", "no"],
    ["utcOffsetS", 90_000],
  ])("is refused for its %s (%s)", (field, value) => {
    expect(parseActivity({ ...sent, [field]: value })).toMatchObject({
      ok: false,
      code: "invalid_activity",
      field,
    })
  })
  test("nothing at all is refused", () => {
    expect(parseActivity(null)).toMatchObject({ ok: false, code: "invalid_activity" })
  })
})
