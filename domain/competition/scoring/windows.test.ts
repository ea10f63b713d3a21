/** Which parts of modeled tracks are recognized, and which honest outings are not. */
import { describe, expect, test } from "vitest"
import honestPairs from "#test/support/honest-pairs.json" with { type: "json" }
import { disguises, lapsOf, outing, type Point, printOf, routeOf } from "#test/support/outings.ts"
import { readSamples } from "./same-recording.ts"
import { isTwin } from "./twin.ts"
import { keysOf, probesOf } from "./window-keys.ts"
import { sharedBetween } from "./windows.ts"

const monday = new Date("2026-11-16T15:00:00Z")
const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)
const of = (points: readonly Point[], startedAt = monday) => ({
  ...{ source: "file", externalId: `${startedAt.getTime()}`, startedAt },
  samples: readSamples(printOf(points)),
  recorderKey: null,
})
const isFound = (stored: ReturnType<typeof of>, asked: ReturnType<typeof of>) => {
  const keys = new Set(stored.samples ? keysOf(stored.samples) : [])
  return (asked.samples ? probesOf(asked.samples) : []).some((key) => keys.has(key))
}
const rides = Array.from({ length: 6 }, (_, seed) =>
  disguises.withoutHeart(outing(routeOf(seed + 1, 40_000), seed + 1, { mps: 8, toM: 40_000 })),
)
const runs = Array.from({ length: 6 }, (_, seed) =>
  disguises.withoutHeart(outing(routeOf(seed + 50, 12_000), seed + 50, { mps: 3, toM: 12_000 })),
)

/** A third and its disguises come on other days, some weeks later. */
describe.each([
  ["ride", rides],
  ["run", runs],
] as const)("a stolen %s", (_, originals) => {
  test.each<[string, (points: readonly Point[], nr: number) => Point[], number]>([
    ["in pieces", (points, nr) => disguises.piece(points, nr % 3, 3), 0.8],
    ["reversed", disguises.reversed, 1],
    ["7 % faster", (points) => disguises.faster(points, 1.07), 1],
    ["5 km farther north", (points) => disguises.moved(points, 5000), 1],
    ["mirrored", disguises.mirrored, 1],
    ["turned by a right angle", disguises.turned, 1],
    [
      "cut short and 15 % faster",
      (points, nr) => disguises.faster(disguises.piece(points, nr % 2, 2), 1.15),
      0.6,
    ],
    ["behind another one in one file", disguises.behindAnother, 1],
    [
      "in pieces, reversed, faster and moved",
      (points, nr) =>
        disguises.piece(disguises.faster(disguises.reversed(disguises.moved(points, 5000)), 1.07), nr % 3, 3),
      0.3,
    ],
  ])("%s is a sign, and is found whichever comes first", (_, disguise, least) => {
    let [recognized, found, foundBack] = [0, 0, 0]
    for (const [nr, points] of originals.entries()) {
      const [original, copy] = [of(points), of(disguise(points, nr), hours(500))]
      if (isTwin(copy, { ...original, mine: nr % 2 === 0 }) && isTwin(original, { ...copy, mine: false }))
        recognized++
      if (isFound(original, copy)) found++
      if (isFound(copy, original)) foundBack++
    }
    expect(recognized).toBeGreaterThanOrEqual(originals.length * least)
    expect(found / originals.length).toBeGreaterThanOrEqual(least)
    expect(foundBack / originals.length).toBeGreaterThanOrEqual(least)
  })
})

test("an athlete's own ride in three pieces within two days waits for a review", () => {
  for (const nr of [0, 1, 2]) {
    const piece = of(disguises.piece(rides[0] as Point[], nr, 3), hours(24 + nr))
    expect(isTwin(piece, { ...of(rides[0] as Point[]), mine: true })).toBe(true)
  }
})

test.each(honestPairs)("two long rides that share only a few windows raise no sign: pair %#", (pair) => {
  // From a model of 300 honest members (bench/fair-play), in which each of them once was one.
  const sampled = (text: string, startedAt: Date) => ({
    ...{ source: "file", externalId: `${startedAt.getTime()}`, startedAt },
    samples: readSamples(text),
    recorderKey: null,
  })
  const [earlier, later] = [sampled(pair.earlier, monday), sampled(pair.later, hours(pair.hours))]
  expect(earlier.samples?.windows?.length).toBeGreaterThan(20)
  expect(isTwin(later, { ...earlier, mine: false })).toBe(false)
})

test("the shared part is described with its size, direction and delay", () => {
  const [ride] = rides as [Point[]]
  const shared = sharedBetween(of(ride), of(disguises.piece(ride, 1, 3), hours(24)))
  expect(shared?.isReversed).toBe(false)
  expect(shared?.windows).toBeGreaterThanOrEqual(4)
  // The excerpt starts later in the ride, not at its beginning.
  const middle = (ride[Math.floor(ride.length / 3)]?.s ?? 0) * 1000
  expect(Math.abs((shared?.laterMs ?? 0) - 24 * 3_600_000 + middle)).toBeLessThan(15_000)
  expect(sharedBetween(of(ride), of(disguises.reversed(ride), hours(24)))?.isReversed).toBe(true)
})

/** Pairs of honest outings: none of them is a sign. */
describe("nobody is asked about", () => {
  test("an indoor machine at a steady pace that differs only by rounding", () => {
    const line = (northM: number) =>
      Array.from({ length: 3600 }, (_, s) => ({
        s,
        y: northM + Math.round(s * 280) / 100,
        x: 0,
        heart: Number.NaN,
      }))
    expect(of(line(0)).samples?.windows).toEqual([])
    expect(sharedBetween(of(line(0)), of(line(15_000), hours(20)))).toBeNull()
  })

  const none = (pairs: readonly (readonly [ReturnType<typeof of>, ReturnType<typeof of>])[]) =>
    expect(
      pairs.filter(([a, b]) => isTwin(b, { ...a, mine: true }) || isTwin(b, { ...a, mine: false })),
    ).toEqual([])

  test("the daily commute at nearly the same pace", () => {
    const route = routeOf(7, 9000)
    const days = Array.from({ length: 12 }, (_, day) =>
      of(outing(route, day + 1, { mps: 6.5, toM: 9000 }), hours(24 * day)),
    )
    none(days.flatMap((a, nr) => days.slice(nr + 1).map((b) => [a, b] as const)))
  })

  test("laps of one track", () => {
    const route = lapsOf(8000)
    const days = Array.from({ length: 8 }, (_, day) =>
      of(outing(route, day + 1, { mps: 3.5, toM: 8000, fine: 0.03 }), hours(72 * day)),
    )
    none(days.flatMap((a, nr) => days.slice(nr + 1).map((b) => [a, b] as const)))
  })

  test("a club ride: same course, same pace, same traffic lights, started apart", () => {
    const route = routeOf(9, 30_000)
    const members = Array.from({ length: 8 }, (_, member) =>
      of(
        outing(route, member + 1, { mps: 8, toM: 30_000, group: 1 }),
        new Date(monday.getTime() + member * 1000),
      ),
    )
    const pairs = members.flatMap((a, nr) => members.slice(nr + 1).map((b) => [a, b] as const))
    expect(pairs.filter(([a, b]) => isTwin(b, { ...a, mine: false }))).toEqual([])
  })

  test("a treadmill and a pool, which record no track", () => {
    const indoors = [1, 2].map((seed) =>
      disguises.withoutTrack(outing(routeOf(3, 8000), seed, { mps: 3, toM: 8000, fine: 0.01 })),
    )
    none([[of(indoors[0] as Point[]), of(indoors[1] as Point[], hours(24))]])
    const pool = disguises.withoutHeart(indoors[0] as Point[])
    none([[of(pool), of(pool, hours(24))]])
  })
})
