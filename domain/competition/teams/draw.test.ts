import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { draw } from "./draw.ts"
import type { Entrant } from "./entrants.ts"

const at = (nr: number) => new Date(Date.UTC(2027, 0, 1, 0, nr))
/** Athletes 1, 2, ... with these points, who joined in this order. */
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
  picks.map(
    ({ pick, athlete, points, team, teamPoints }) =>
      `pick ${pick}: athlete ${athlete}, ${points}, team ${team} has ${teamPoints}`,
  )

describe("the order", () => {
  test("is a snake draft in the first two rounds, then the team with the fewest points is next; every step is recorded", () => {
    const drawn = draw(athletes(100, 900, 300, 500, 200, 600, 400), 3, open)
    expect(told(drawn)).toEqual([
      "pick 1: athlete 2, 900, team 1 has 900",
      "pick 2: athlete 6, 600, team 2 has 600",
      "pick 3: athlete 4, 500, team 3 has 500",
      "pick 4: athlete 7, 400, team 3 has 900",
      "pick 5: athlete 3, 300, team 2 has 900",
      "pick 6: athlete 5, 200, team 1 has 1100",
      "pick 7: athlete 1, 100, team 2 has 1000",
    ])
    expect(drawn.teams).toEqual([
      [2, 5],
      [6, 3, 1],
      [4, 7],
    ])
  })

  test("picks athletes without points as if they had the median of the others, in the order of joining", () => {
    const [first, second, third, ...known] = athletes(0, 0, 0, 800, 500, 200) as [
      ...[Entrant, Entrant, Entrant],
      ...Entrant[],
    ]
    const drawn = draw([{ ...third, joinedAt: at(-1) }, second, first, ...known], 2, open)
    expect(drawn.picks.map(({ athlete, points }) => [athlete, points])).toEqual([
      [4, 800],
      [3, 500],
      [1, 500],
      [2, 500],
      [5, 500],
      [6, 200],
    ])
  })

  test("is that of joining if nobody has points", () => {
    expect(draw(athletes(0, 0, 0).toReversed(), 2, open).picks.map(({ athlete }) => athlete)).toEqual([
      1, 2, 3,
    ])
  })

  test("puts the athlete who joined earlier first if points are equal, then the lower id", () => {
    const same = [
      { athlete: 9, points: 80, joinedAt: at(1) },
      { athlete: 7, points: 80, joinedAt: at(2) },
      { athlete: 8, points: 80, joinedAt: at(1) },
    ]
    expect(draw(same, 3, open).picks.map(({ athlete }) => athlete)).toEqual([8, 9, 7])
  })
})

describe("a pair", () => {
  test("is picked by the mean of both and takes two spots, after which its team waits for the others", () => {
    const drawn = draw(naming(athletes(600, 500, 400, 300, 200, 100), [1, 4]), 2, open)
    expect(drawn.picks.slice(0, 3)).toEqual([
      { pick: 1, athlete: 2, points: 500, team: 1, teamPoints: 500 },
      { pick: 2, athlete: 1, points: 600, pair: { with: 4, mean: 450 }, team: 2, teamPoints: 600 },
      { pick: 3, athlete: 4, points: 300, pair: { with: 1, mean: 450 }, team: 2, teamPoints: 900 },
    ])
    expect(drawn.teams).toEqual([
      [2, 3, 5],
      [1, 4, 6],
    ])
  })

  test("needs both to name each other, and both to take part", () => {
    const [first, ...others] = athletes(300, 200, 100, 50) as [Entrant, ...Entrant[]]
    for (const other of [2, 99]) {
      const { picks, apart } = draw([{ ...first, with: other }, ...others], 2, open)
      expect(picks.some(({ pair }) => pair)).toBe(false)
      expect(apart).toEqual([])
    }
  })

  test("has its two spots kept free for it", () => {
    const drawn = draw(naming(athletes(500, 400, 50, 50, 50, 50), [3, 4], [5, 6]), 3, open)
    expect(drawn.teams).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
  })

  test("is split up if no team has two spots left: the one that was complete last", () => {
    const drawn = draw(naming(athletes(60, 50, 40, 30, 20, 10), [1, 6], [2, 3], [4, 5]), 2, open)
    expect(drawn.apart).toEqual([{ athletes: [1, 6], why: "no room" }])
    expect(drawn.teams.map(({ length }) => length)).toEqual([3, 3])
    expect(drawn.teams.some((team) => team.includes(2) && team.includes(3))).toBe(true)
    expect(drawn.teams.some((team) => team.includes(4) && team.includes(5))).toBe(true)
  })

  test("is not kept together in a race with a prize, and each is picked by points of their own", () => {
    const entrants = athletes(600, 500, 400, 300, 200, 100)
    const drawn = draw(naming(entrants, [4, 5]), 2, { hasPrize: true })
    expect(drawn.apart).toEqual([{ athletes: [4, 5], why: "prize" }])
    expect(drawn.picks).toEqual(draw(entrants, 2, open).picks)
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
        ...(wish > 0 && wish !== nr + 1 && { with: wish > 20 ? (nr ^ 1) + 1 : wish }),
      }),
    ),
  )
const options = fc.record({ hasPrize: fc.boolean() })
const count = fc.integer({ min: 1, max: 9 })

test("for any athletes, everybody is in one team, sizes differ by at most one, and pairs stay together", () => {
  fc.assert(
    fc.property(field, count, options, (entrants, teamCount, more) => {
      const { teams, picks, apart } = draw(entrants, teamCount, more)
      expect(teams.flat().sort((a, b) => a - b)).toEqual(entrants.map(({ athlete }) => athlete))
      const sizes = teams.map(({ length }) => length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(picks.map(({ pick }) => pick)).toEqual(entrants.map((_, nr) => nr + 1))
      const wished = entrants.flatMap(({ athlete, with: other }) =>
        other !== undefined && athlete < other && entrants[other - 1]?.with === athlete
          ? [[athlete, other] as const]
          : [],
      )
      const isApart = (one: number) => apart.some(({ athletes: pair }) => pair.includes(one))
      for (const [one, other] of wished.filter(([lower]) => !isApart(lower)))
        expect(teams.some((team) => team.includes(one) && team.includes(other))).toBe(true)
      const granted = wished.filter(
        ([one]) => !apart.some(({ athletes: pair, why }) => pair.includes(one) && why === "prize"),
      )
      const room = teamCount * Math.floor(Math.floor(entrants.length / teamCount) / 2)
      expect(apart.filter(({ why }) => why === "no room")).toHaveLength(Math.max(0, granted.length - room))
    }),
    { numRuns: 1000 },
  )
})

test("the steps can be repeated by hand: each pick adds to its team, and the order of the input does not matter", () => {
  fc.assert(
    fc.property(field, count, options, (entrants, teamCount, more) => {
      const drawn = draw(entrants, teamCount, more)
      const paper = new Map<number, number>()
      for (const { team, points, teamPoints } of drawn.picks) {
        paper.set(team, (paper.get(team) ?? 0) + points)
        expect(teamPoints).toBe(paper.get(team))
      }
      expect(draw(entrants.toReversed(), teamCount, more)).toEqual(drawn)
    }),
    { numRuns: 500 },
  )
})

test("without pairs, each joins one of the smallest teams, and among those one with the fewest points", () => {
  fc.assert(
    fc.property(field, count, (entrants, teamCount) => {
      const { picks } = draw(
        entrants.map((one) => ({ ...one, with: undefined })),
        teamCount,
        open,
      )
      const teams = Array.from({ length: teamCount }, (_, nr) => ({ team: nr + 1, members: 0, points: 0 }))
      for (const { team, points } of picks) {
        const [next] = teams.toSorted(
          (a, b) => a.members - b.members || a.points - b.points || a.team - b.team,
        )
        expect(team).toBe(next?.team)
        const own = teams[team - 1]
        if (own) Object.assign(own, { members: own.members + 1, points: own.points + points })
      }
    }),
    { numRuns: 300 },
  )
})
