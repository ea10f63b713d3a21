import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { draw, type Entrant } from "./draw.ts"

const at = (nr: number) => new Date(Date.UTC(2027, 0, 1, 0, nr))
/** Athletes 1, 2, ... with so many points, who joined in this order. */
const athletes = (...points: number[]): Entrant[] =>
  points.map((all, nr) => ({ athlete: nr + 1, points: all, joinedAt: at(nr) }))
const naming = (all: Entrant[], ...pairs: [number, number][]) =>
  all.map((one) => {
    const other = pairs.flatMap(([a, b]) => (a === one.athlete ? [b] : b === one.athlete ? [a] : []))[0]
    return other === undefined ? one : { ...one, with: other }
  })
/** A race without a prize. */
const open = { hasPrize: false }
const told = ({ picks }: ReturnType<typeof draw>) =>
  picks.map(({ pick, athlete, points, team }) => `pick ${pick}: athlete ${athlete}, ${points}, team ${team}`)

describe("the snake", () => {
  test("goes from team 1 to the last one and back, the strongest first, and every step is told", () => {
    const drawn = draw(athletes(100, 700, 300, 500, 200, 600, 400), 3, open)
    expect(told(drawn)).toEqual([
      "pick 1: athlete 2, 700, team 1",
      "pick 2: athlete 6, 600, team 2",
      "pick 3: athlete 4, 500, team 3",
      "pick 4: athlete 7, 400, team 3",
      "pick 5: athlete 3, 300, team 2",
      "pick 6: athlete 5, 200, team 1",
      "pick 7: athlete 1, 100, team 1",
    ])
    expect(drawn.teams).toEqual([
      [2, 5, 1],
      [6, 3],
      [4, 7],
    ])
  })

  test("newcomers come after everybody with points, in the order in which they joined", () => {
    const [first, second, third, fourth] = athletes(0, 50, 0, 0) as [Entrant, Entrant, Entrant, Entrant]
    const drawn = draw([{ ...fourth, joinedAt: at(-1) }, third, second, first], 2, open)
    expect(drawn.picks.map(({ athlete }) => athlete)).toEqual([2, 4, 1, 3])
  })

  test("of equal points who joined earlier is picked first, then the lower id", () => {
    const same = [
      { athlete: 9, points: 80, joinedAt: at(1) },
      { athlete: 7, points: 80, joinedAt: at(2) },
      { athlete: 8, points: 80, joinedAt: at(1) },
    ]
    expect(draw(same, 3, open).picks.map(({ athlete }) => athlete)).toEqual([8, 9, 7])
  })
})

describe("pairs", () => {
  test("who name each other are picked at the mean of both, and take two spots of one team", () => {
    const drawn = draw(naming(athletes(600, 500, 400, 300, 200, 100), [1, 4]), 2, open)
    expect(drawn.picks.slice(0, 3)).toEqual([
      { pick: 1, athlete: 2, points: 500, team: 1 },
      { pick: 2, athlete: 1, points: 600, pair: { with: 4, mean: 450 }, team: 2 },
      { pick: 3, athlete: 4, points: 300, pair: { with: 1, mean: 450 }, team: 2 },
    ])
    expect(drawn.teams).toEqual([
      [2, 3, 5],
      [1, 4, 6],
    ])
  })

  test("one who is named and does not name back is no pair", () => {
    const [first, ...others] = athletes(300, 200, 100, 50) as [Entrant, ...Entrant[]]
    const drawn = draw([{ ...first, with: 2 }, ...others], 2, open)
    expect(drawn.picks.some(({ pair }) => pair)).toBe(false)
    expect(drawn.teams).toEqual([
      [1, 4],
      [2, 3],
    ])
  })

  test("who names somebody who does not take part is dealt alone", () => {
    const [first, ...others] = athletes(300, 200) as [Entrant, ...Entrant[]]
    expect(draw([{ ...first, with: 99 }, ...others], 2, open).teams).toEqual([[1], [2]])
  })

  test("need points of both if there is a prize", () => {
    const entrants = naming(athletes(600, 500, 400, 0), [1, 4])
    expect(draw(entrants, 2, open).picks.filter(({ pair }) => pair)).toHaveLength(2)
    expect(draw(entrants, 2, { hasPrize: true }).picks.filter(({ pair }) => pair)).toEqual([])
    const known = naming(athletes(600, 500, 400, 1), [1, 4])
    expect(draw(known, 2, { hasPrize: true }).teams).toEqual(draw(known, 2, open).teams)
  })

  test("a spot is passed over when a pair would find no two spots otherwise", () => {
    const drawn = draw(naming(athletes(500, 400, 5, 5, 5, 5), [3, 4], [5, 6]), 3, open)
    expect(drawn.teams).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(drawn.apart).toEqual([])
  })

  test("pairs for which no team has two spots are dealt alone: those that were complete last", () => {
    const drawn = draw(naming(athletes(60, 50, 40, 30, 20, 10), [1, 6], [2, 3], [4, 5]), 2, open)
    expect(drawn.apart).toEqual([[1, 6]])
    expect(drawn.teams.map(({ length }) => length)).toEqual([3, 3])
    expect(drawn.teams.some((team) => team.includes(2) && team.includes(3))).toBe(true)
    expect(drawn.teams.some((team) => team.includes(4) && team.includes(5))).toBe(true)
  })
})

const field = fc
  .array(fc.record({ points: fc.nat({ max: 6 }), minute: fc.nat({ max: 9 }), wish: fc.nat({ max: 40 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((all) =>
    all.map(
      ({ points, minute, wish }, nr): Entrant => ({
        athlete: nr + 1,
        points: points * 100,
        joinedAt: at(minute),
        ...(wish > 0 && wish !== nr + 1 && { with: wish > 30 ? (nr ^ 1) + 1 : wish }),
      }),
    ),
  )

test("whoever takes part: everybody has one team, sizes differ by one at most, pairs stay together", () => {
  fc.assert(
    fc.property(field, fc.integer({ min: 1, max: 9 }), (entrants, count) => {
      const { teams, picks, apart } = draw(entrants, count, open)
      expect(teams.flat().sort((a, b) => a - b)).toEqual(entrants.map(({ athlete }) => athlete))
      const sizes = teams.map(({ length }) => length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(picks.map(({ pick }) => pick)).toEqual(entrants.map((_, nr) => nr + 1))
      expect(teams).toEqual(
        teams.map((_, nr) => picks.flatMap((one) => (one.team === nr + 1 ? [one.athlete] : []))),
      )
      const wished = entrants.flatMap(({ athlete, with: other }) =>
        other !== undefined && athlete < other && entrants[other - 1]?.with === athlete
          ? [[athlete, other]]
          : [],
      )
      const together = wished.filter(([a = 0, b = 0]) =>
        teams.some((team) => team.includes(a) && team.includes(b)),
      )
      expect(together).toEqual(
        expect.arrayContaining(wished.filter(([a]) => !apart.some((pair) => pair[0] === a))),
      )
      const spotsForPairs = sizes.reduce((sum, size) => sum + Math.floor(size / 2), 0)
      expect(apart).toHaveLength(Math.max(0, wished.length - spotsForPairs))
    }),
    { numRuns: 500 },
  )
})

test("the same athletes have the same teams, in whatever order they are given", () => {
  fc.assert(
    fc.property(field, fc.integer({ min: 1, max: 9 }), (entrants, count) => {
      expect(draw(entrants.toReversed(), count, open)).toEqual(draw(entrants, count, open))
    }),
    { numRuns: 300 },
  )
})
