import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Samples } from "#primitives/samples.ts"
import { anySamples } from "#test/support/fingerprints.ts"
import { areRelated, type Share, sharesOf } from "./overlap.ts"

type Span = Parameters<typeof areRelated>[0]

const at = (minute: number, minutes: number, changes: Partial<Span> = {}): Span => ({
  source: "file",
  externalId: `${minute}-${minutes}-${changes.detail ?? 0}`,
  kind: "run",
  startedAt: new Date(Date.UTC(2026, 10, 10, 8) + minute * 60_000),
  elapsedS: minutes * 60,
  movingS: minutes * 60,
  distanceM: 0,
  detail: 0,
  samples: null,
  ...changes,
})

/** The minutes that count of each record, in the order of the list. */
const minutes = (...spans: Span[]) => {
  const shares = sharesOf(spans)
  return spans.map((span) => minutesOf(span, shares.get(span)))
}
const minutesOf = (span: Span, share: Share | undefined) =>
  share?.part === "whole" ? span.movingS / 60 : share?.part === "some" ? share.movingS / 60 : 0

describe("time shared by two records of one athlete counts once", () => {
  test.each<[string, Span[], number[]]>([
    ["watch and phone", [at(0, 60, { detail: 5 }), at(0.5, 60)], [60, 0]],
    ["a phone started three minutes earlier", [at(3, 60, { detail: 5 }), at(0, 63)], [60, 3]],
    ["one after the other", [at(0, 60), at(60, 30)], [60, 30]],
    ["two seconds that both round to", [at(0, 60), at(60 - 2 / 60, 30)], [60, 30]],
    ["three seconds", [at(0, 60), at(60 - 3 / 60, 30)], [60, 29.95]],
    ["two minutes", [at(0, 62), at(60, 30)], [62, 28]],
    [
      "three hours that overlap by two minutes each",
      [at(0, 60, { detail: 3 }), at(58, 60, { detail: 2 }), at(116, 60)],
      [60, 58, 58],
    ],
    ["a short rich one inside a long one", [at(0, 60), at(20, 10, { detail: 5 })], [50, 10]],
    ["a short poor one inside a long one", [at(0, 60), at(20, 10)], [60, 0]],
    ["one minute of its own is enough", [at(0, 60), at(59, 2)], [60, 1]],
    ["less is not", [at(0, 60), at(59.1, 1.8)], [60, 0]],
    ["a minute that meets its neighbor in three seconds", [at(0, 60), at(60 - 3 / 60, 1)], [60, 0.95]],
    ["less than nine tenths of a minute are not enough", [at(0, 60), at(60 - 7 / 60, 1)], [60, 0]],
    [
      "two equal runs two hours apart",
      [at(0, 20, { distanceM: 4000 }), at(120, 20, { distanceM: 4000 })],
      [20, 20],
    ],
    ["the same class twice a day, without distance", [at(0, 60), at(600, 60)], [60, 60]],
    [
      "the poorer record of the whole beside its legs",
      [
        at(0, 180, { detail: 5 }),
        at(0, 50, { detail: 50 }),
        at(55, 60, { detail: 40 }),
        at(116, 60, { detail: 30 }),
      ],
      [10, 50, 60, 60],
    ],
  ])("%s", (_, spans, expected) => {
    expect(minutes(...spans)).toEqual(expected)
    expect(minutes(...spans.toReversed())).toEqual(expected.toReversed())
  })

  test("pro rata by moving time and distance without a track", () => {
    const poor = at(45, 60, { movingS: 1800, distanceM: 8000 })
    expect(sharesOf([at(0, 60, { detail: 1 }), poor]).get(poor)).toEqual({
      part: "some",
      movingS: 1350,
      distanceM: 6000,
    })
  })

  test("by the samples if there are any", () => {
    // Half an hour at 1 m/s, then half an hour at 3 m/s.
    const speed = Array.from({ length: 120 }, (_, slot) => (slot < 60 ? 1 : 3))
    const known = at(45, 60, { distanceM: 7200, samples: samplesOf(speed) })
    expect(sharesOf([at(0, 75, { detail: 1 }), known]).get(known)).toEqual({
      part: "some",
      movingS: 1800,
      distanceM: 5400,
    })
  })

  test("while the more detailed recorder was paused, the other one counts", () => {
    const speed = Array.from({ length: 120 }, (_, slot) => (slot < 40 || slot >= 80 ? 3 : Number.NaN))
    const paused = at(0, 60, { detail: 9, movingS: 2400, samples: samplesOf(speed) })
    expect(minutes(paused, at(20, 20))).toEqual([40, 20])
    expect(minutes(paused, at(10, 20))).toEqual([40, 10])
  })
})

describe("the most detailed record is taken first", () => {
  const inside = at(10, 30)
  test.each<[string, Partial<Span>, Partial<Span>]>([
    ["the one with more detail", { detail: 2 }, { detail: 1, movingS: 1800, distanceM: 9000 }],
    ["then the longer", { movingS: 1700 }, { movingS: 1600, distanceM: 9000 }],
    ["then the farther", { distanceM: 5001, source: "strava" }, { distanceM: 5000, source: "file" }],
    ["then by source", { source: "file", externalId: "b" }, { source: "strava", externalId: "a" }],
    ["then by name", { externalId: "a" }, { externalId: "b" }],
  ])("%s", (_, richer, poorer) => {
    const [a, b] = [
      { ...inside, ...richer },
      { ...inside, ...poorer },
    ]
    expect(sharesOf([b, a]).get(a)).toEqual({ part: "whole" })
    expect(sharesOf([a, b]).get(b)).toEqual({ part: "none" })
  })
})

describe("a time of day hidden at Strava", () => {
  const hidden = at(-479.9833333333333, 60, { source: "strava", distanceM: 10_000 })
  test("the workout itself decides: it counts once beside the same one from another source that day", () => {
    expect(hidden.startedAt.toISOString()).toBe("2026-11-10T00:00:01.000Z")
    expect(minutes(hidden, at(0, 60, { distanceM: 10_200, detail: 1 }))).toEqual([0, 60])
    expect(minutes(hidden, at(0, 60, { distanceM: 10_400, detail: 1 }))).toEqual([60, 60])
    expect(minutes(hidden, at(-470, 60, { distanceM: 5000, detail: 1 }))).toEqual([60, 60])
  })

  const midnight = hidden.startedAt.getTime()
  const minuteOf = (ms: number) => (midnight + ms - Date.UTC(2026, 10, 10, 8)) / 60_000
  const other = (changes: Partial<Span> = {}, afterMs = 600_000) =>
    at(minuteOf(afterMs), 60, { distanceM: 10_000, detail: 1, ...changes })
  const day = 24 * 3_600_000
  test.each<[string, Span, boolean]>([
    ["the same from another source", other(), true],
    ["the same a day later", other({}, day), true],
    ["a day earlier", other({}, -day), true],
    ["more than a day later", other({}, day + 1), false],
    ["of another kind", other({ kind: "ride" }), false],
    ["from Strava as well", other({ source: "strava" }), false],
    ["3 % shorter in time", other({ movingS: 3492 }), true],
    ["more than 3 % shorter in time", other({ movingS: 3491 }), false],
    ["3 % shorter in distance", other({ distanceM: 9700 }), true],
    ["more than 3 % shorter in distance", other({ distanceM: 9699 }), false],
  ])("beside one %s", (_, beside, same) => {
    expect(minutes(hidden, beside)).toEqual([same ? 0 : 60, beside.movingS / 60])
    expect(areRelated(beside, hidden)).toBe(same)
  })

  test("a known time of day, and one of another source, are compared by the clock", () => {
    const told = at(minuteOf(300_000), 60, { source: "strava", distanceM: 10_000 })
    expect(minutes(told, at(minuteOf(5 * 3_600_000), 60, { distanceM: 10_000 }))).toEqual([60, 60])
    const ours = at(minuteOf(0), 60, { source: "file", distanceM: 10_000 })
    expect(minutes(ours, at(minuteOf(5 * 3_600_000), 60, { source: "garmin", distanceM: 10_000 }))).toEqual([
      60, 60,
    ])
    expect(minutes(ours, at(minuteOf(0), 60, { source: "garmin", kind: "ride", detail: 1 }))).toEqual([0, 60])
  })
})

test("legs of one file lose shared minutes to each other, but are not copies", () => {
  const samples = anySamples(1, { slots: 60 })
  const leg = (n: number, minute: number, file = "abc") =>
    at(minute, 30, { externalId: `${file}#${n}`, samples })
  expect(minutes(leg(0, 0), leg(1, 28))).toEqual([30, 28])
  expect(minutes(leg(0, 0), leg(1, 120))).toEqual([30, 30])
  expect(minutes(leg(0, 0), leg(0, 120, "abd"))).toEqual([30, 0])
})

test("one recording is a copy within two days, from any other file", () => {
  const samples = anySamples(1)
  const first = at(0, 60, { externalId: "abc#0", samples, detail: 1 })
  const copy = (hours: number, changes: Partial<Span> = {}) =>
    at(hours * 60, 60, { externalId: "d", samples, ...changes })
  const twoDays = 48
  expect(minutes(first, copy(twoDays))).toEqual([60, 0])
  expect(minutes(first, copy(-twoDays))).toEqual([60, 0])
  expect(minutes(first, copy(twoDays + 0.001))).toEqual([60, 60])
  expect(minutes(first, copy(5, { externalId: "abc#1" }))).toEqual([60, 60])
  expect(minutes(first, copy(5, { externalId: "abc#1", source: "garmin" }))).toEqual([60, 0])
  expect(minutes({ ...first, externalId: "abc" }, copy(5, { externalId: "abc", source: "file" }))).toEqual([
    60, 0,
  ])
})

test.each([
  ["two seconds of long ones", 3600, 2000, false],
  ["more than two seconds", 3600, 2001, true],
  ["one percent of a short one", 100, 1000, false],
  ["more than one percent of it", 100, 1001, true],
])("%s are shared", (_, elapsedS, sharedMs, related) => {
  const [long, other] = [at(0, 60), at(60 - sharedMs / 60_000, elapsedS / 60)]
  expect([areRelated(long, other), areRelated(other, long)]).toEqual([related, related])
})

describe("when samples show activity", () => {
  const rich = (elapsed: number, slots: number, changes: Partial<Span> = {}, pause = [0, 0]) =>
    at(0, elapsed, {
      ...{ detail: 9, movingS: (slots - (pause[1] as number) + (pause[0] as number)) * 30 },
      samples: samplesOf(
        Array.from({ length: slots }, (_, slot) =>
          slot >= (pause[0] as number) && slot < (pause[1] as number) ? Number.NaN : 3,
        ),
      ),
      ...changes,
    })
  test.each<[string, Span, Span, number]>([
    ["ends before the record does", rich(70, 120), at(60, 10), 10],
    ["goes on after it", rich(50, 120, { movingS: 2400 }, [40, 60]), at(20, 10), 10],
    ["covers nine tenths of the moving time", rich(60, 108, { movingS: 3600 }), at(54, 6), 6],
    ["covers less than that", rich(60, 107, { movingS: 3600 }), at(53.5, 6.5), 0],
  ])("%s", (_, known, other, left) => expect(minutes(known, other)[1]).toBe(left))

  test("a pause costs nothing, and without speeds the distance is proportional to time", () => {
    const beside = at(20, 10, { distanceM: 1000 })
    expect(sharesOf([rich(60, 120, {}, [40, 60]), beside]).get(beside)).toEqual({ part: "whole" })
    const still = at(45, 60, { distanceM: 1000, samples: samplesOf(Array(120).fill(0)) })
    expect(sharesOf([at(0, 75, { detail: 1 }), still]).get(still)).toEqual({
      ...{ part: "some", movingS: 1800, distanceM: 500 },
    })
  })
})

const anySpan = fc.record({
  minute: fc.integer({ min: 0, max: 600 }),
  minutes: fc.integer({ min: 0, max: 120 }),
  detail: fc.integer({ min: 0, max: 3 }),
  id: fc.integer(),
})

test("in any order the result is the same, and never more minutes count than have passed", () => {
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
        const shares = sharesOf(spans)
        expect(new Map(sharesOf(shuffled))).toEqual(shares)
        const counted = spans.reduce((sum, span) => sum + minutesOf(span, shares.get(span)), 0)
        const onTheClock = new Set(
          spans.flatMap((span) =>
            Array.from(
              { length: span.elapsedS / 60 },
              (_, minute) => span.startedAt.getTime() + minute * 60_000,
            ),
          ),
        )
        expect(counted).toBeLessThanOrEqual(onTheClock.size + 1e-6)
        for (const a of spans)
          for (const b of spans)
            if (a !== b && !areRelated(a, b)) expect(sharesOf([a, b]).get(a)?.part).toBe("whole")
      },
    ),
  )
})

function samplesOf(speed: readonly number[]): Samples {
  const nothing = speed.map(() => Number.NaN)
  return { slotS: 30, speed, heart: nothing, lat: nothing, lon: nothing }
}
