import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { duplicates, type Span, sameWorkout } from "./overlap.ts"

const at = (minute: number, minutes: number, changes: Partial<Span> = {}): Span => ({
  source: "file",
  externalId: `${minute}-${minutes}-${changes.detail ?? 0}`,
  kind: "run",
  startedAt: new Date(Date.UTC(2026, 10, 10, 8) + minute * 60_000),
  elapsedS: minutes * 60,
  movingS: minutes * 60,
  distanceM: 0,
  detail: 0,
  ...changes,
})

describe("two records of one workout", () => {
  test.each<[string, Span, Span, boolean]>([
    ["watch and phone", at(0, 60), at(1, 61), true],
    ["one after the other", at(0, 60), at(60, 30), false],
    ["stopped a minute late", at(0, 61), at(60, 30), false],
    ["stopped two minutes late", at(0, 62), at(60, 30), true],
    ["a short one inside a long one", at(0, 60), at(20, 1), true],
    [
      "the same clock reading in another zone",
      at(0, 60, { distanceM: 10_004 }),
      at(-480, 60, { distanceM: 10_000 }),
      true,
    ],
    [
      "the same route twice a day, not to the second",
      at(0, 60, { distanceM: 10_004 }),
      at(601, 60, { distanceM: 10_000 }),
      false,
    ],
    ["the same class twice a day, without distance", at(0, 60), at(600, 60), false],
  ])("%s: %#", (_, a, b, same) => {
    expect(sameWorkout(a, b)).toBe(same)
    expect(sameWorkout(b, a)).toBe(same)
  })

  test("the richer record stays", () => {
    const phone = at(0, 60, { detail: 10 })
    const watch = at(1, 60, { detail: 50 })
    expect([...duplicates([phone, watch])]).toEqual([[phone, watch]])
  })

  test("legs that overlap only the poorer record of the whole all stay", () => {
    const whole = at(0, 180, { detail: 5 })
    const legs = [at(0, 50, { detail: 50 }), at(55, 60, { detail: 40 }), at(116, 60, { detail: 30 })]
    expect([...duplicates([whole, ...legs]).keys()]).toEqual([whole])
  })
})

const anySpan = fc.record({
  minute: fc.integer({ min: 0, max: 600 }),
  minutes: fc.integer({ min: 0, max: 120 }),
  detail: fc.integer({ min: 0, max: 3 }),
  id: fc.integer(),
})

test("whatever the order, the same records stay, and no two of them show one workout", () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(anySpan, { maxLength: 10, selector: (s) => s.id })
        .map((spans) =>
          spans.map((s) => at(s.minute, s.minutes, { detail: s.detail, externalId: String(s.id) })),
        )
        .chain((spans) =>
          fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
        ),
      ([spans, shuffled]) => {
        const kept = (list: Span[]) => {
          const second = duplicates(list)
          return list.filter((span) => !second.has(span))
        }
        const stay = kept(spans)
        expect(new Set(kept(shuffled))).toEqual(new Set(stay))
        for (const a of stay) for (const b of stay) if (a !== b) expect(sameWorkout(a, b)).toBe(false)
      },
    ),
  )
})
