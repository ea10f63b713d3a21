import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "#primitives/zones.ts"
import type { MemberDay } from "./best-days.ts"
import { scoreTeam, type TeamFormula } from "./score.ts"

const day = (athlete: number, nr: number, points: number): MemberDay => {
  const on = addDays("2027-01-04", nr)
  return {
    athlete,
    on,
    points,
    active: points >= 25,
    reachedAt: new Date(Date.parse(on) + athlete * 3_600_000),
  }
}
/** Days of athletes 1, 2, ..., each with points by day. */
const days = (...athletes: number[][]) =>
  athletes.flatMap((points, nr) => points.map((some, on) => day(nr + 1, on, some)))

describe("a drawn team", () => {
  const team = days([180, 0, 20], [60, 80, 10], [50, 90, 24])

  test("has the points of its best two on each day, each up to 100, and names them", () => {
    const score = scoreTeam(team, 3, { best: "of each day", members: 2 })
    expect(score).toMatchObject({ points: 100 + 60 + 90 + 80 + 24 + 20, dividedBy: 1, recorded: 3 })
    expect(score.why.map(({ athlete, points }) => [athlete, points])).toEqual([
      [1, 100],
      [2, 60],
      [3, 90],
      [2, 80],
      [3, 24],
      [1, 20],
    ])
  })

  test("counts the active ones of these days, and reached its total with the last of them", () => {
    const score = scoreTeam(team, 3, { best: "of each day", members: 2 })
    expect(score.activeDays).toBe(4)
    expect(score.reachedAt).toEqual(new Date("2027-01-06T03:00:00Z"))
  })

  test("without days has no points, and no time at which they were reached", () => {
    expect(scoreTeam([], 8, { best: "of each day", members: 5 })).toEqual({
      ...{ points: 0, activeDays: 0, reachedAt: null, why: [], dividedBy: 1, recorded: 0 },
    })
  })
})

describe("a captain's team", () => {
  const half: TeamFormula = { best: "half" }

  test("of ten has the mean of its best five", () => {
    const ten = days([500], [400], [300], [200], [100], [90], [80])
    expect(scoreTeam(ten, 10, half)).toMatchObject({ points: 300, dividedBy: 5, recorded: 7 })
  })

  test("of five is divided by four, and missing members count as 0", () => {
    expect(scoreTeam(days([500], [401]), 5, half)).toMatchObject({ points: 225, dividedBy: 4 })
  })

  test("rounds half a point up", () => {
    expect(scoreTeam(days([101], [101]), 4, half).points).toBe(51)
    expect(scoreTeam(days([101], [100]), 4, half).points).toBe(50)
  })
})

const some = fc.array(
  fc.record({
    athlete: fc.integer({ min: 1, max: 9 }),
    nr: fc.nat({ max: 13 }),
    points: fc.nat({ max: 250 }),
  }),
  { maxLength: 80 },
)
const formula = fc.oneof(
  fc.record({
    best: fc.constant("of each day" as const),
    members: fc.integer({ min: 1, max: 6 }),
  }),
  fc.constant({ best: "half" as const }),
)
const onePerDay = (all: { athlete: number; nr: number; points: number }[]) =>
  [...new Map(all.map((one) => [`${one.athlete} ${one.nr}`, one])).values()].map((one) =>
    day(one.athlete, one.nr, one.points),
  )

test("every total is the sum of its reasons, regardless of the order of the days", () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 12 }), formula, (all, roster, by) => {
      const team = onePerDay(all)
      const score = scoreTeam(team, roster, by)
      const sum = score.why.reduce((points, one) => points + one.points, 0)
      expect(score.points).toBe(Math.round(sum / score.dividedBy))
      expect(scoreTeam(team.toReversed(), roster, by)).toEqual(score)
    }),
    { numRuns: 500 },
  )
})

test("one more session never costs a team points", () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 6 }), fc.nat(), (all, members, at) => {
      const team = onePerDay(all)
      const more = team.map((one, nr) =>
        nr === at % Math.max(1, team.length) ? { ...one, points: one.points + 40 } : one,
      )
      const by: TeamFormula = { best: "of each day", members }
      expect(scoreTeam(more, 9, by).points).toBeGreaterThanOrEqual(scoreTeam(team, 9, by).points)
    }),
    { numRuns: 300 },
  )
})

test("the best of each day equal a sum by hand: each day's points sorted, the first ones added", () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 6 }), (all, members) => {
      const team = onePerDay(all)
      let paper = 0
      for (let nr = 0; nr < 14; nr++) {
        const points = team.filter(({ on }) => on === addDays("2027-01-04", nr)).map((one) => one.points)
        points.sort((a, b) => b - a)
        for (let place = 0; place < members; place++) paper += Math.min(100, points[place] ?? 0)
      }
      expect(scoreTeam(team, 9, { best: "of each day", members }).points).toBe(paper)
    }),
    { numRuns: 300 },
  )
})
