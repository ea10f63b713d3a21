import fc from "fast-check"
import { expect, test } from "vitest"
import { allocate } from "./allocate.ts"

const [ana, ben, cleo, dan] = [11, 12, 13, 14]

test.each([
  ["the first three", [ana, ben, cleo, dan], [], [ana, ben, cleo]],
  ["after the first is out, everybody moves up", [ben, cleo, dan], [], [ben, cleo, dan]],
  ["a vacancy at the end", [ana, ben], [], [ana, ben, null]],
])("%s", (_name, order, shipped, winners) => {
  const given = allocate([1, 2, 3], order, shipped)
  expect([1, 2, 3].map((place) => given.find((one) => one.place === place)?.athleteId ?? null)).toEqual([
    ...winners,
    ...Array(3 - winners.length).fill(null),
  ])
})

test("a shipped prize stays, and the vacancy passes to athletes whose prize is not shipped", () => {
  // Ana, the first, is out; Ben's second prize is on its way: Cleo gets the first, Dan the third.
  expect(allocate([1, 2, 3], [ben, cleo, dan], [{ place: 2, athleteId: ben }])).toEqual([
    { place: 1, athleteId: cleo },
    { place: 3, athleteId: dan },
  ])
})

test("a prize shipped to a deleted account is not awarded again", () => {
  expect(allocate([1, 2], [ben, cleo], [{ place: 1, athleteId: null }])).toEqual([
    { place: 2, athleteId: ben },
  ])
})

test("in every case, each place and each athlete once, in order, and as many winners as places and athletes allow", () => {
  const lives = fc.record({
    places: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
    order: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
    shipped: fc.uniqueArray(
      fc.record({ place: fc.integer({ min: 1, max: 6 }), athleteId: fc.integer({ min: 1, max: 12 }) }),
      { selector: ({ place }) => place, maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(lives, ({ places, order, shipped }) => {
      const given = allocate(places, order, shipped)
      const open = places.filter((place) => !shipped.some((one) => one.place === place))
      const waiting = order.filter((athlete) => !shipped.some((one) => one.athleteId === athlete))
      expect(given).toHaveLength(Math.min(open.length, waiting.length))
      expect(given.map(({ athleteId }) => athleteId)).toEqual(waiting.slice(0, given.length))
      expect(given.map(({ place }) => place)).toEqual(open.sort((a, b) => a - b).slice(0, given.length))
    }),
  )
})
