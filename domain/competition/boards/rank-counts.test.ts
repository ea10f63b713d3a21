import fc from "fast-check"
import { expect, test } from "vitest"
import { createRankCounts } from "./rank-counts.ts"

const key = (points: number, activeDays: number, reachedS: number) =>
  points * 2 ** 37 + activeDays * 2 ** 32 + (4_294_967_295 - reachedS)
const anyKey = fc
  .tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1.7e9, max: 1.7e9 + 5 }),
  )
  .map(([points, days, at]) => key(points, days, at))

test("ranks by points, then active days, then the earlier time; ties share a rank: 1, 2, 3, 4, 4, 6", () => {
  const places = [
    key(300, 4, 500),
    key(200, 5, 900),
    key(200, 4, 800),
    key(200, 4, 900),
    key(200, 4, 900),
    key(16_383, 0, 1) - 16_283 * 2 ** 37,
  ]
  const counts = createRankCounts([...places].sort((a, b) => b - a))
  expect(places.map((place) => counts.rankOf(place))).toEqual([1, 2, 3, 4, 4, 6])
  expect(counts.size).toBe(6)
  // The rank that somebody who is not on the board would have.
  expect(counts.rankOf(key(250, 1, 1))).toBe(2)
  expect(counts.rankOf(key(1, 0, 4e9))).toBe(7)
})

test("after any changes, every rank is one more than the number of better places", () => {
  fc.assert(
    fc.property(
      fc.array(anyKey, { maxLength: 40 }),
      fc.array(fc.tuple(fc.boolean(), anyKey), { maxLength: 60 }),
      (first, changes) => {
        const counts = createRankCounts([...first].sort((a, b) => b - a))
        const there = [...first]
        for (const [comes, place] of changes) {
          const at = there.indexOf(place)
          if (comes) {
            counts.add(place)
            there.push(place)
          } else {
            expect(counts.remove(place)).toBe(at >= 0)
            if (at >= 0) there.splice(at, 1)
          }
        }
        expect(counts.size).toBe(there.length)
        for (const place of there)
          expect(counts.rankOf(place)).toBe(there.filter((other) => other > place).length + 1)
      },
    ),
  )
})

test("athletes with the maximum number of points are ranked, and when one leaves, the others move up", () => {
  const [most, less, least] = [key(16_383, 1, 1), key(16_382, 1, 1), key(0, 0, 1)]
  const counts = createRankCounts([most, most, less, least])
  const ranks = () => [most, less, least].map((place) => counts.rankOf(place))
  expect(ranks()).toEqual([1, 3, 4])
  expect(counts.remove(most)).toBe(true)
  expect([counts.size, ranks()]).toEqual([3, [1, 2, 3]])
  expect(counts.remove(most)).toBe(true)
  expect(counts.remove(most)).toBe(false)
  expect([counts.size, ranks()]).toEqual([2, [1, 1, 2]])
  counts.add(most)
  counts.add(key(16_383, 1, 0))
  expect([counts.size, ranks()]).toEqual([4, [2, 3, 4]])
})
